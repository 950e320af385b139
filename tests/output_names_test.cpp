#include "app/output_names.hpp"

#include <gtest/gtest.h>

namespace turntile::app {
namespace {

TEST(OutputNames, GetTheExtensionThatWasAskedFor) {
    EXPECT_EQ(named_with_extension("a.jpg", ".png"), "a.png");
    EXPECT_EQ(named_with_extension("a.b.TIFF", ".webp"), "a.b.webp");
    EXPECT_EQ(named_with_extension("photo", ".jpg"), "photo.jpg");
}

TEST(OutputNames, StayWhereTheirExtensionSaysTheSameFormat) {
    EXPECT_EQ(named_with_extension("a.JPEG", ".jpg"), "a.JPEG");
    EXPECT_EQ(named_with_extension("a.tif", ".tiff"), "a.tif");
}

TEST(OutputNames, LoseNothingThatIsNoFormat) {
    EXPECT_EQ(named_with_extension("IMG.2020", ".png"), "IMG.2020.png");
    EXPECT_EQ(named_with_extension(".hidden", ".png"), ".hidden.png");
}

}  // namespace
}  // namespace turntile::app
