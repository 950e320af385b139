// Small files that hold one of everything, made by the tests' builders.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/deflate.hpp"
#include "tests/file_builders.hpp"

namespace turntile::tests {

struct Seed {
    const char* name;
    Bytes bytes;
};

inline std::string seed_xmp() {
    return "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF><rdf:Description tiff:Orientation='6' "
           "exif:PixelXDimension='40' exif:PixelYDimension='30'><mwg-rs:Regions><mwg-rs:RegionList>"
           "<rdf:Bag><rdf:li><mwg-rs:Area stArea:x='0.25' stArea:y='0.125' stArea:w='0.1' "
           "stArea:h='0.2'/></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions><MP:RegionInfo>"
           "<MPRI:Regions><rdf:Bag><rdf:li MPReg:Rectangle='0.1, 0.2, 0.3, 0.4'/></rdf:Bag>"
           "</MPRI:Regions></MP:RegionInfo></rdf:Description></rdf:RDF></x:xmpmeta>"
           "   <?xpacket end='w'?>";
}

/// IFD0 with sizes, resolutions and a pointer to itself as Exif directory; IFD1 with a thumbnail.
inline Bytes seed_exif(ByteOrder order) {
    const Tags ifd0 = {{256, type_short, {40}},
                       {257, type_long, {30}},
                       {271, type_ascii, {'M', 'a', 'k', 'e', 'r', 0}},
                       {274, type_short, {6}},
                       {282, type_short, {300}},
                       {283, type_short, {150}},
                       {34665, type_long, {8}},
                       {37396, type_short, {4, 3, 2, 1}},
                       {40962, type_short, {40}},
                       {40963, type_short, {30}}};
    const Tags ifd1 = {{274, type_short, {6}}, {513, type_long, {8}}, {514, type_long, {30}}};
    return tiff_block(order, {ifd0, ifd1});
}

inline Bytes seed_tiff(ByteOrder order, bool is_big) {
    std::vector<std::uint64_t> packet;
    for (const char letter : seed_xmp())
        packet.push_back(static_cast<unsigned char>(letter));
    const Tags more = {{274, type_short, {6}},
                       {270, type_ascii, {'t', 'e', 'x', 't', 's', 0}},
                       {282, type_short, {300}},
                       {283, type_short, {150}},
                       {700, type_byte, packet},
                       {34665, type_long, {8}},
                       {34675, type_byte, {1, 2, 3, 4, 5}}};
    return tiff_block(order, {tiff_tags({}, more), tiff_tags({3, 1, 8})}, is_big);
}

inline Bytes seed_png() {
    using namespace std::string_literals;
    const Bytes xmp = text_bytes(seed_xmp());
    const Bytes profile = text_bytes(
        "\nexif\n      26\n4d4d002a00000008000101120003000000010006"
        "00000000000000\n");
    return png_file(
        8, 3,
        {png_chunk("iCCP", joined({text_bytes("name\0\0"s), deflated(Bytes(9))})),
         png_chunk("PLTE", Bytes(6)), png_chunk("pHYs", Bytes(9)), png_chunk("bKGD", Bytes(1)),
         png_chunk("eXIf", seed_exif(ByteOrder::big)), png_chunk("acTL", Bytes(8)),
         png_chunk("sCAL", text_bytes("\1"
                                      "1.5\0"
                                      "2"s)),
         png_chunk("iTXt", joined({text_bytes("XML:com.adobe.xmp\0\0\0\0\0"s), xmp})),
         png_chunk("zTXt", joined({text_bytes("Raw profile type exif\0\0"s), deflated(profile)})),
         png_chunk("tEXt", joined({text_bytes("Raw profile type APP1\0"s), profile}))});
}

inline Bytes seed_jpeg() {
    using namespace std::string_literals;
    const Bytes xmp =
        joined({text_bytes("http://ns.adobe.com/xap/1.0/\0"s), text_bytes(seed_xmp())});
    return joined({jpeg_file({jfif_segment(1, 300, 150), exif_segment(seed_exif(ByteOrder::little)),
                              jpeg_segment(0xe1, xmp),
                              jpeg_segment(0xe2, text_bytes("ICC_PROFILE\0\1\1profile"s)),
                              jpeg_segment(0xed, text_bytes("Photoshop 3.0\0"s)),
                              jpeg_segment(0xfe, text_bytes("a comment"))}),
                   text_bytes("tail")});
}

inline Bytes seed_webp() {
    return webp_file({webp_extended(40, 30, 0x2c), webp_chunk("ICCP", Bytes(5)),
                      webp_lossless(40, 30), webp_chunk("EXIF", seed_exif(ByteOrder::little)),
                      webp_chunk("XMP ", text_bytes(seed_xmp()))});
}

inline std::vector<Seed> seeds() {
    return {{"photo.jpg", seed_jpeg()},
            {"picture.png", seed_png()},
            {"picture.webp", seed_webp()},
            {"lossy.webp", webp_file({webp_lossy(40, 30)})},
            {"little.tif", seed_tiff(ByteOrder::little, false)},
            {"big.tif", seed_tiff(ByteOrder::big, true)},
            {"palette.bmp", bmp_file({4, 2, 8, 0, 40, {}, Bytes(1024)})},
            {"fields.bmp", bmp_file({4, -2, 32, 3, 124, bmp_masks(0xff0000, 0xff00, 0xff, 0)})},
            {"binary.ppm", joined({text_bytes("P6 # c\n 2 2 255\n"), Bytes(12)})},
            {"plain.ppm", text_bytes("P3 1 2 255\n0 1 2 # c\n 3 4 5\n")},
            {"block.exif", seed_exif(ByteOrder::big)},
            {"packet.xmp", text_bytes(seed_xmp())},
            {"profile.txt", text_bytes("\nexif\n       3\n4A6bff\n")}};
}

}  // namespace turntile::tests
