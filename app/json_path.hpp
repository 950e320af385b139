// Names in JSON. Names are bytes, JSON is Unicode: one that is not UTF-8 stands there with U+FFFD,
// and exactly in base64 beside it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace turntile::app {

using Json = nlohmann::ordered_json;

/// Sets `key` to `path`, and `key`_base64 if it is not UTF-8.
void put_path(Json& json, const std::string& key, const std::string& path);

/// What `put_path` has put there. @throws nlohmann::json::exception, std::invalid_argument if there
/// is no such thing
std::string get_path(const Json& json, const std::string& key);

std::string base64(std::string_view bytes);
/// @throws std::invalid_argument if `text` is none
std::string from_base64(std::string_view text);

}  // namespace turntile::app
