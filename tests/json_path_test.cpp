#include "app/json_path.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace turntile::tests {
namespace {

using app::base64;
using app::from_base64;
using app::Json;

TEST(Base64, IsThatOfRfc4648) {
    const std::pair<const char*, const char*> known[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"},
                                                         {"\xFF\xFE", "//4="}};
    for (const auto& [bytes, text] : known) {
        EXPECT_EQ(base64(bytes), text);
        EXPECT_EQ(from_base64(text), bytes);
    }
}

TEST(Base64, RefusesWhatIsNone) {
    for (const char* text : {"Zg", "Z===", "Zg=a", "====", "Zm 9", "Zm9v=Zm8"})
        EXPECT_THROW(from_base64(text), std::invalid_argument) << text;
}

TEST(JsonPath, KeepsNamesOfAnyBytes) {
    for (const std::string name : {"a.jpg", "\xC3\xA4 \n\"\\.jpg", "bad\xFF.jpg", "\xED\xA0\x80"}) {
        Json json;
        app::put_path(json, "path", name);
        EXPECT_EQ(app::get_path(Json::parse(json.dump()), "path"), name);
    }
    EXPECT_ANY_THROW(app::get_path(Json::object(), "path"));
}

}  // namespace
}  // namespace turntile::tests
