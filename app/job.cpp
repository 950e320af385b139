#include "app/job.hpp"

#include <cstring>

namespace turntile::app {

const char* JobTexts::keep(std::string_view text) {
    auto* const copy = static_cast<char*>(memory_->allocate(text.size() + 1, 1));
    std::memcpy(copy, text.data(), text.size());
    copy[text.size()] = '\0';
    return copy;
}

const std::string* JobTexts::folder(std::string_view path) {
    std::string with_slash;
    if (!path.empty() && path.back() != '/') path = with_slash.append(path).append("/");
    const auto known = folders_.find(path);
    return known != folders_.end() ? &*known : &*folders_.emplace(path).first;
}

JobPath JobTexts::path(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    const std::size_t name_at = slash == std::string_view::npos ? 0 : slash + 1;
    return {folder(path.substr(0, name_at)), keep(path.substr(name_at))};
}

}  // namespace turntile::app
