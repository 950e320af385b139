#include "app/access_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace turntile::app {
namespace {

using Kernel = AccessKernel;
using Rows = std::vector<LessonRow>;

constexpr int cold_side = 8192;
constexpr int hot_side = 1024;

// A speed in percent, give or take a fifth.
Claim about(double percent) {
    return {fmt::format("{:.{}f} %", percent, percent < 10 ? 1 : 0), percent * 0.8, percent * 1.2};
}

const Claim no_merging = {"no merging", 0, 10};
const Claim merges = {"merges", 90, 110};
const Claim faster = {"faster", 110, 10000};
const Claim no_effect = {"no conflicts", 90, 110};

// Strides in words: the lessons name 1, 2, 4 and 32, and addresses 100 bytes apart (25).
Claim claim_of_stride(int stride) {
    switch (stride) {
        case 1:
        case 2:
        case 4: return about(100.0 / stride);
        case 25:
        case 32: return about(100.0 / 32);
        default: return {};
    }
}

// Far apart, words also lie in too many pages; and sectors stored in part are read first.
std::string note_of_stride(int stride, Kernel kernel) {
    std::string note = kernel == Kernel::store && stride > 1 ? "fills" : "";
    if (stride >= 32) note += note.empty() ? "TLB" : ", TLB";
    return note;
}

void add_strides(Rows& rows, const std::string& group, const std::string& prefix, Kernel kernel) {
    for (const int stride : {1, 2, 4, 8, 16, 25, 32, 64})
        rows.push_back({fmt::format("{}stride-{}", prefix, stride),
                        group,
                        {.kernel = kernel, .stride = stride},
                        prefix + "stride-1",
                        claim_of_stride(stride),
                        note_of_stride(stride, kernel)});
}

// Away from a line's start, 32 words lie in two lines.
void add_offsets(Rows& rows, const std::string& group, const std::string& prefix, Kernel kernel) {
    for (const int offset : {0, 1, 2, 8, 16, 30, 31}) {
        const bool shared = kernel == Kernel::store && offset % 8 != 0;
        rows.push_back({fmt::format("{}offset-{}", prefix, offset),
                        group,
                        {.kernel = kernel, .offset = offset},
                        prefix + "stride-1",
                        offset == 0 ? about(100) : about(50),
                        shared ? "split sectors" : ""});
    }
}

void add_loads(Rows& rows) {
    add_strides(rows, "loads", "", Kernel::load);
    rows.push_back(
        {"random", "loads", {.kernel = Kernel::load_random}, "stride-1", about(100.0 / 32), "TLB"});
    rows.push_back(
        {"permuted", "loads", {.kernel = Kernel::load_permuted}, "stride-1", no_merging, ""});
    add_offsets(rows, "loads", "", Kernel::load);
}

void add_stores(Rows& rows) {
    add_strides(rows, "stores", "store-", Kernel::store);
    rows.push_back({"store-random",
                    "stores",
                    {.kernel = Kernel::store_random},
                    "store-stride-1",
                    about(100.0 / 32),
                    "fills, TLB"});
    rows.push_back({"store-permuted",
                    "stores",
                    {.kernel = Kernel::store_permuted},
                    "store-stride-1",
                    no_merging,
                    ""});
    add_offsets(rows, "stores", "store-", Kernel::store);
}

void add_structures(Rows& rows) {
    const auto add = [&](const char* name, Kernel kernel, const Claim& claim) {
        rows.push_back({name, "structures", {.kernel = kernel}, "stride-1", claim, ""});
    };
    add("aos12-one-field", Kernel::one_of_12, no_merging);
    add("aos12-all-fields", Kernel::all_of_12, no_merging);
    add("aos16-one-field", Kernel::one_of_16, {});
    add("aos16-three-fields", Kernel::three_of_16, {});
    add("aos16-float4", Kernel::whole_16, {});
    add("soa-one-field", Kernel::one_array, merges);
    add("soa-all-fields", Kernel::three_arrays, merges);
}

void add_host_and_gather(Rows& rows) {
    rows.push_back(
        {"pinned-offset-0", "pinned", {.kernel = Kernel::load_pinned}, "pinned-offset-0", {}, ""});
    rows.push_back({"pinned-offset-1",
                    "pinned",
                    {.kernel = Kernel::load_pinned, .offset = 1},
                    "pinned-offset-0",
                    about(50),
                    ""});
    rows.push_back(
        {"gather-kernel", "gather", {.kernel = Kernel::gather}, "gather-kernel", {}, ""});
    rows.push_back({"gather-memcpy2d",
                    "gather",
                    {.kernel = Kernel::gather_memcpy},
                    "gather-kernel",
                    faster,
                    ""});
}

std::string suffix(int side) {
    return side == cold_side ? "" : fmt::format("-{}", side);
}

std::string ladder_group(int side) {
    return "ladder" + suffix(side);
}

void add_ladder(Rows& rows, int side) {
    const auto add = [&](const std::string& name, AccessCase access, const std::string& base,
                         const Claim& claim = {}, const std::string& note = "") {
        access.side = side;
        rows.push_back(
            {name + suffix(side), ladder_group(side), access, base + suffix(side), claim, note});
    };
    const std::string naive = "naive-writes-32x8";
    const std::string reads = "naive-reads-32x8";
    for (const int width : {32, 16, 8})
        add(fmt::format("naive-writes-{}x{}", width, 256 / width),
            {.kernel = Kernel::naive_writes, .block_width = width}, naive);
    for (const int width : {32, 16, 8})
        add(fmt::format("naive-reads-{}x{}", width, 256 / width),
            {.kernel = Kernel::naive_reads, .block_width = width}, naive);
    add("ldg", {.kernel = Kernel::naive_ldg}, reads, faster);
    add("restrict", {.kernel = Kernel::naive_restrict}, reads, faster);
    add("texture-pitch2d", {.kernel = Kernel::texture_pitch}, reads, faster);
    add("texture-array", {.kernel = Kernel::texture_array}, reads, faster);
    add("texture-array-copied", {.kernel = Kernel::texture_copied}, reads, faster, "copied in");
    for (const int pixels : {1, 4})
        for (const int pitch : {32, 33})
            add(fmt::format("tile{}-{}px", pitch, pixels),
                {.kernel = Kernel::tile, .tile_pitch = pitch, .pixels_a_thread = pixels},
                pitch == 32 ? naive : fmt::format("tile32-{}px", pixels),
                pitch == 32 ? Claim{} : no_effect);
    add("tiled", {.kernel = Kernel::tiled}, naive, {"9 x naive", 720, 1080});
    add("copy", {.kernel = Kernel::copy}, "copy");
}

Rows all_rows() {
    Rows rows;
    add_loads(rows);
    add_stores(rows);
    add_structures(rows);
    add_host_and_gather(rows);
    add_ladder(rows, cold_side);
    add_ladder(rows, hot_side);
    return rows;
}

}  // namespace

const std::vector<LessonGroup>& lesson_groups() {
    static const std::vector<LessonGroup> groups = {
        {"loads", "loads of 4 bytes"},
        {"stores", "stores of 4 bytes"},
        {"structures", "loads from an array of structures (aos), or a structure of arrays (soa)"},
        {"pinned", "loads of 4 bytes from pinned host memory"},
        {"gather", "4 bytes of every 128, stored densely"},
        {ladder_group(cold_side), "the ladder: a transpose of 8192x8192 words of 4 bytes"},
        {ladder_group(hot_side), "the ladder: a transpose of 1024x1024 words of 4 bytes"}};
    return groups;
}

const std::vector<LessonRow>& lesson_rows() {
    static const Rows rows = all_rows();
    return rows;
}

const LessonRow& lesson_row(const std::string& name) {
    for (const LessonRow& row : lesson_rows())
        if (row.name == name) return row;
    throw std::logic_error("there is no row " + name);
}

std::optional<std::string> naive_beside(const LessonRow& row) {
    if (row.access.side == 0) return {};
    return "naive-writes-32x8" + suffix(row.access.side);
}

std::optional<std::string> copy_beside(const LessonRow& row) {
    if (row.access.side == 0) return {};
    return "copy" + suffix(row.access.side);
}

std::vector<std::string> compared_with(const LessonRow& row) {
    std::vector<std::string> names = {row.base};
    if (row.access.side > 0) {
        names.push_back(*naive_beside(row));
        names.push_back(*copy_beside(row));
    }
    return names;
}

}  // namespace turntile::app
