// What exiftool sees in a file before and after a turn: all of it, but for what the turn made
// false.
#include <gtest/gtest.h>

#include "tests/exiftool.hpp"
#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

constexpr int width = 64;
constexpr int height = 32;

struct FileKind {
    const char* extension;
    bool is_lossless;
};

using Parameters = std::tuple<FileKind, Turn>;

std::vector<std::string> tags_for(const std::string& extension, int orientation,
                                  const fs::path& thumbnail, const fs::path& profile) {
    const std::string value = std::to_string(orientation);
    std::vector<std::string> tags = {
        "-IFD0:Orientation=" + value,
        "-XMP-tiff:Orientation=" + value,
        "-IFD0:XResolution=300",
        "-IFD0:YResolution=150",
        "-ExifIFD:ExifImageWidth=64",
        "-ExifIFD:ExifImageHeight=32",
        "-ExifIFD:SubjectArea=10 5 8 4",
        "-ExifIFD:SubjectLocation=10 5",
        "-GPSLatitude=48.5",
        "-GPSLatitudeRef=N",
        "-IFD0:Artist=Ann",
        "-ExifIFD:UserComment=a comment",
        "-XMP-dc:Title=a title",
        "-XMP-tiff:ImageWidth=64",
        "-XMP-tiff:ImageHeight=32",
        "-XMP-exif:ExifImageWidth=64",
        "-XMP-exif:ExifImageHeight=32",
        "-XMP-exif:SubjectArea=10 5 8 4",
        "-XMP-exif:SubjectLocation=10 5",
        "-RegionInfo={AppliedToDimensions={W=64,H=32,Unit=pixel},RegionList=[{Area={X=0.25,Y=0.125,"
        "W=0.1,H=0.2,Unit=normalized},Name=Ann,Type=Face}]}",
        "-RegionInfoMP={Regions=[{PersonDisplayName=Bob,Rectangle=0.10|, 0.20|, 0.30|, 0.40}]}",
        "-ICC_Profile<=" + profile.string(),
    };
    if (extension == ".jpg" || extension == ".tif") tags.emplace_back("-IPTC:Caption-Abstract=cap");
    if (extension == ".jpg") tags.emplace_back("-Comment=hello");
    if (extension == ".png")
        tags.insert(tags.end(), {"-PNG:Title=a title", "-PNG-pHYs:PixelsPerUnitX=300",
                                 "-PNG-pHYs:PixelsPerUnitY=150"});
    // A TIFF's second directory would be a second page.
    if (extension != ".tif")
        tags.insert(tags.end(),
                    {"-ThumbnailImage<=" + thumbnail.string(), "-IFD1:Orientation=" + value});
    return tags;
}

/// What nobody turns for itself: what the pixels' new shape, and its encoder, say.
bool tells_of_encoding(const std::string& group, const std::string& tag, bool is_tiff) {
    if (group == "PNG") return tag == "ImageWidth" || tag == "ImageHeight";
    if (group == "RIFF") return tag == "ImageWidth" || tag == "ImageHeight" || tag == "VP8Version";
    static const std::vector<std::string> strips = {"ImageWidth",
                                                    "ImageHeight",
                                                    "BitsPerSample",
                                                    "Compression",
                                                    "StripOffsets",
                                                    "RowsPerStrip",
                                                    "StripByteCounts",
                                                    "SamplesPerPixel",
                                                    "SampleFormat",
                                                    "Predictor",
                                                    "PhotometricInterpretation",
                                                    "PlanarConfiguration",
                                                    "SubfileType"};
    return is_tiff && group == "IFD0" &&
           std::find(strips.begin(), strips.end(), tag) != strips.end();
}

TagValues without_encoding(TagValues tags, bool is_tiff) {
    std::erase_if(tags, [&](const auto& tag) {
        return tells_of_encoding(tag.first.first, tag.first.second, is_tiff) ||
               // Of the thumbnail only its place and size may change.
               tag.first.second.starts_with("Thumbnail");
    });
    return tags;
}

void exchange(TagValues& tags, const std::string& group, const std::string& a,
              const std::string& b) {
    const auto first = tags.find({group, a});
    const auto second = tags.find({group, b});
    if (first != tags.end() && second != tags.end()) std::swap(first->second, second->second);
}

void replace(TagValues& tags, const std::string& group, const std::string& tag,
             const std::string& value) {
    const auto found = tags.find({group, tag});
    if (found != tags.end()) found->second = value;
}

/// "10 5" as exiftool prints a list of XMP.
std::string as_list(std::string numbers) {
    for (std::size_t at = 0; (at = numbers.find(' ', at)) != std::string::npos; at += 2)
        numbers.insert(at, ",");
    return numbers;
}

/// Decimal fractions, as text.
std::string mirrored(const std::string& part, const std::string& size = "0") {
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", static_cast<int>(part.size() - 2),
                  1 - std::stod(part) - std::stod(size));
    return text;
}

/// The tags of a file whose picture was turned, by those that it had.
TagValues turned_tags(TagValues tags, Turn turn) {
    const TurnSteps how = steps(turn);
    for (auto& [tag, value] : tags)
        if (tag.second == "Orientation") value = "1";
    if (how.swap_axes) {
        for (const char* group : {"JFIF", "IFD0", "IFD1", "XMP-tiff"})
            exchange(tags, group, "XResolution", "YResolution");
        for (const char* group : {"ExifIFD", "XMP-exif"})
            exchange(tags, group, "ExifImageWidth", "ExifImageHeight");
        exchange(tags, "XMP-tiff", "ImageWidth", "ImageHeight");
        exchange(tags, "PNG-pHYs", "PixelsPerUnitX", "PixelsPerUnitY");
        exchange(tags, "XMP-mwg-rs", "RegionAppliedToDimensionsW", "RegionAppliedToDimensionsH");
        exchange(tags, "XMP-mwg-rs", "RegionAreaW", "RegionAreaH");
    }
    const Point subject = turned(Point{10, 5}, {width, height}, turn);
    const std::string place = std::to_string(subject.x) + " " + std::to_string(subject.y);
    const std::string area = place + (how.swap_axes ? " 4 8" : " 8 4");
    replace(tags, "ExifIFD", "SubjectLocation", place);
    replace(tags, "ExifIFD", "SubjectArea", area);
    replace(tags, "XMP-exif", "SubjectLocation", as_list(place));
    replace(tags, "XMP-exif", "SubjectArea", as_list(area));
    std::string x = "0.25";
    std::string y = "0.125";
    std::array<std::string, 4> box = {"0.10", "0.20", "0.30", "0.40"};
    if (how.swap_axes) {
        std::swap(x, y);
        box = {box[1], box[0], box[3], box[2]};
    }
    replace(tags, "XMP-mwg-rs", "RegionAreaX", how.mirror_x ? mirrored(x) : x);
    replace(tags, "XMP-mwg-rs", "RegionAreaY", how.mirror_y ? mirrored(y) : y);
    if (how.mirror_x) box[0] = mirrored(box[0], box[2]);
    if (how.mirror_y) box[1] = mirrored(box[1], box[3]);
    replace(tags, "XMP-MP", "RegionRectangle",
            box[0] + ", " + box[1] + ", " + box[2] + ", " + box[3]);
    return tags;
}

class TaggedFile : public testing::TestWithParam<Parameters> {
  protected:
    void SetUp() override {
        if (!has_exiftool()) GTEST_SKIP() << "needs exiftool (libimage-exiftool-perl)";
    }

    ScratchFolder folder;
};

INSTANTIATE_TEST_SUITE_P(
    Formats, TaggedFile,
    testing::Combine(testing::Values(FileKind{".jpg", false}, FileKind{".png", true},
                                     FileKind{".webp", true}, FileKind{".tif", true}),
                     testing::ValuesIn(all_turns)),
    [](const auto& parameters) {
        return std::string(std::get<0>(parameters.param).extension + 1) + "_" +
               name(std::get<1>(parameters.param));
    });

TEST_P(TaggedFile, ComesOutUprightWithEveryOtherTag) {
    const auto [kind, turn] = GetParam();
    const bool is_tiff = kind.extension == std::string(".tif");
    const fs::path in = folder / (std::string("in") + kind.extension);
    const fs::path out = folder / (std::string("out") + kind.extension);
    const cv::Mat picture = kind.is_lossless ? random_picture(width, height, CV_8UC3, 7)
                                             : smooth_picture(width, height);
    write_picture(in, picture);
    write_picture(folder / "thumbnail.jpg", smooth_picture(48, 32));
    // exiftool asks no more of a profile than its size and its mark.
    std::vector<std::byte> profile(132);
    profile[3] = std::byte{132};
    for (std::size_t i = 0; i < 4; ++i)
        profile[36 + i] = static_cast<std::byte>("acsp"[i]);
    write_bytes(folder / "profile.icc", profile);
    const cv::Mat stored = read_picture(in);
    ASSERT_TRUE(write_tags(in, tags_for(kind.extension, static_cast<int>(turn),
                                        folder / "thumbnail.jpg", folder / "profile.icc")));
    const TagValues before = read_tags(in);
    ASSERT_GT(before.size(), 30u);

    const Outcome run = run_turntile({"upright", in, "-o", out});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(without_encoding(read_tags(out), is_tiff),
              without_encoding(turned_tags(before, turn), is_tiff));
    const cv::Mat expected = turned_by_oracle(stored, turn);
    if (kind.is_lossless)
        EXPECT_TRUE(same(expected, read_picture(out)));
    else
        EXPECT_GT(psnr(expected, read_picture(out)), 35);

    const std::vector<std::byte> once = read_bytes(out);
    ASSERT_EQ(run_turntile({"upright", "-i", out}).exit_code, 0);
    EXPECT_EQ(read_bytes(out), once) << "upright twice is upright once";
}

/// What exiftool sees of a picture of 70x40, in blocks of 16x16, that was turned and trimmed.
struct TrimmedTags {
    Turn turn;
    TagValues tags;
};

TagValues trimmed_tags(const std::string& place, const std::string& columns,
                       const std::string& rows, const std::string& area,
                       const std::array<std::string, 4>& region, const std::string& rectangle) {
    return {{{"ExifIFD", "ExifImageWidth"}, columns},
            {{"ExifIFD", "ExifImageHeight"}, rows},
            {{"XMP-exif", "ExifImageWidth"}, columns},
            {{"XMP-tiff", "ImageHeight"}, rows},
            {{"XMP-mwg-rs", "RegionAppliedToDimensionsW"}, columns},
            {{"XMP-mwg-rs", "RegionAppliedToDimensionsH"}, rows},
            {{"ExifIFD", "SubjectArea"}, area},
            {{"ExifIFD", "SubjectLocation"}, place},
            {{"XMP-exif", "SubjectArea"}, as_list(area)},
            {{"XMP-exif", "SubjectLocation"}, as_list(place)},
            {{"XMP-mwg-rs", "RegionAreaX"}, region[0]},
            {{"XMP-mwg-rs", "RegionAreaY"}, region[1]},
            {{"XMP-mwg-rs", "RegionAreaW"}, region[2]},
            {{"XMP-mwg-rs", "RegionAreaH"}, region[3]},
            {{"XMP-MP", "RegionRectangle"}, rectangle}};
}

TEST(TrimmedFile, TellsOfThePictureThatIsLeft) {
    if (!has_exiftool()) GTEST_SKIP() << "needs exiftool (libimage-exiftool-perl)";
    const ScratchFolder folder;
    write_picture(folder / "in.jpg", smooth_picture(70, 40));
    // The subject is 52 to 68 across and 26 to 34 down, the place is in the part that is cut off,
    // the region is 28 to 42 and 6 to 14, the rectangle 7 to 28 and 8 to 24.
    ASSERT_TRUE(write_tags(
        folder / "in.jpg",
        {"-ExifIFD:ExifImageWidth=70", "-ExifIFD:ExifImageHeight=40",
         "-ExifIFD:SubjectArea=60 30 16 8", "-ExifIFD:SubjectLocation=66 35",
         "-XMP-exif:SubjectArea=60 30 16 8", "-XMP-exif:SubjectLocation=66 35",
         "-XMP-exif:ExifImageWidth=70", "-XMP-exif:ExifImageHeight=40", "-XMP-tiff:ImageWidth=70",
         "-XMP-tiff:ImageHeight=40",
         "-RegionInfo={AppliedToDimensions={W=70,H=40,Unit=pixel},RegionList=[{Area={X=0.5,Y=0.25,"
         "W=0.2,H=0.2,Unit=normalized},Name=Ann,Type=Face}]}",
         "-RegionInfoMP={Regions=[{PersonDisplayName=Bob,Rectangle=0.10|, 0.20|, 0.30|, "
         "0.40}]}"}));
    const TrimmedTags cases[] = {
        {Turn::rotate_180, trimmed_tags("0 0", "64", "32", "5 2 12 6",
                                        {"0.453125", "0.687500", "0.218750", "0.250000"},
                                        "0.562500, 0.250000, 0.328125, 0.500000")},
        {Turn::rotate_90,
         trimmed_tags("0 66", "32", "70", "2 60 6 16", {"0.687500", "0.5", "0.250000", "0.2"},
                      "0.250000, 0.10, 0.500000, 0.30")},
        {Turn::rotate_270,
         trimmed_tags("35 0", "40", "64", "30 5 8 12", {"0.25", "0.453125", "0.2", "0.218750"},
                      "0.20, 0.562500, 0.40, 0.328125")},
    };
    for (const auto& [turn, expected] : cases) {
        const std::string degrees = std::string(name(turn)).substr(7);
        ASSERT_EQ(run_turntile({"rotate", degrees, folder / "in.jpg", "-o", folder / "out.jpg",
                                "--lossless=require", "--trim", "--overwrite"})
                      .exit_code,
                  0);
        const TagValues tags = read_tags(folder / "out.jpg");
        for (const auto& [tag, value] : expected)
            EXPECT_EQ(tags.contains(tag) ? tags.at(tag) : "nothing", value)
                << name(turn) << ": " << tag.first << ":" << tag.second;
    }
}

TEST(TrimmedFile, TellsWhereTheSubjectIsInXmpAlone) {
    if (!has_exiftool()) GTEST_SKIP() << "needs exiftool (libimage-exiftool-perl)";
    const ScratchFolder folder;
    write_picture(folder / "in.jpg", smooth_picture(70, 40));
    ASSERT_TRUE(write_tags(folder / "in.jpg",
                           {"-XMP-exif:SubjectArea=60 30 16 8", "-XMP-exif:SubjectLocation=66 35",
                            "-RegionInfo={AppliedToDimensions={W=70,H=40,Unit=pixel},RegionList=[{"
                            "Area={X=0.5,Y=0.25,D=0.2,Unit=normalized},Name=Ann,Type=Face}]}"}));
    ASSERT_EQ(run_turntile({"rotate", "180", folder / "in.jpg", "-o", folder / "out.jpg",
                            "--lossless=require", "--trim"})
                  .exit_code,
              0);
    TagValues tags = read_tags(folder / "out.jpg");
    EXPECT_EQ((tags[{"XMP-exif", "SubjectArea"}]), "5, 2, 12, 6");
    EXPECT_EQ((tags[{"XMP-exif", "SubjectLocation"}]), "0, 0");
    EXPECT_EQ((tags[{"XMP-mwg-rs", "RegionAreaD"}]), "0.250000");
    EXPECT_FALSE(tags.contains({"ExifIFD", "SubjectArea"}));
}

}  // namespace
}  // namespace turntile::tests
