#include <algorithm>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "io/exif.hpp"
#include "io/ifd_tags.hpp"
#include "io/tiff_metadata.hpp"
#include "io/tiff_tags.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

constexpr std::size_t any_size = std::numeric_limits<std::size_t>::max();

std::vector<Ifd> pages_of(const TiffBlock& tiff) {
    std::vector<Ifd> pages;
    tiff.for_each_ifd([&](const Ifd& ifd) { pages.push_back(ifd); });
    return pages;
}

void turn_xmp(IfdTags& tags, const PictureTurn& picture, Notes& notes) {
    IfdTag* xmp = find_tag(tags, tiff_tag::xmp);
    if (xmp == nullptr) return;
    xmp->value = turned_xmp(xmp->value, any_size, picture, notes);
    // The packet's size need not be a multiple of a wider type's.
    constexpr std::uint16_t byte_type = 1;
    if (type_bytes(xmp->type) != 1) xmp->type = byte_type;
    xmp->count = xmp->value.size();
}

void exchange_resolutions(IfdTags& tags) {
    IfdTag* x = find_tag(tags, tiff_tag::x_resolution);
    IfdTag* y = find_tag(tags, tiff_tag::y_resolution);
    if (x == nullptr || y == nullptr) return;
    std::swap(*x, *y);
    std::swap(x->tag, y->tag);
}

IfdTag upright_tag(ByteOrder order) {
    constexpr std::uint16_t short_type = 3;
    IfdTag tag{tiff_tag::orientation, short_type, 1, std::vector<std::byte>(2)};
    store(tag.value, 0, 2, order, 1);
    return tag;
}

bool has_same_samples(const TiffBlock& a, const Ifd& page_of_a, const TiffBlock& b,
                      const Ifd& page_of_b) {
    return std::ranges::all_of(
        std::initializer_list<TiffTag>{tiff_tag::photometric, tiff_tag::samples_per_pixel,
                                       tiff_tag::bits_per_sample, tiff_tag::sample_format},
        [&](TiffTag tag) { return a.number(page_of_a, tag, 1) == b.number(page_of_b, tag, 1); });
}

/// The tags of `page` that are true of its samples in whatever file they are.
IfdTags sample_tags_of(const TiffBlock& tiff, const Ifd& page, ByteOrder order) {
    IfdTags tags = read_tags(tiff, page, order);
    std::erase_if(tags, [](const IfdTag& tag) { return !sample_tag_name(tag.tag); });
    return tags;
}

void note_lost(const IfdTags& sample_tags, Notes& notes) {
    if (sample_tags.empty()) return;
    std::string names;
    for (const IfdTag& tag : sample_tags)
        names.append(names.empty() ? "" : ", ").append(*sample_tag_name(tag.tag));
    notes.add("not kept: " + names + ", which speak of another kind of sample");
}

/// `own` with `added`, which come in the place of tags of the same number.
IfdTags merged(IfdTags own, IfdTags added) {
    std::erase_if(own, [&](const IfdTag& tag) { return find_tag(added, tag.tag) != nullptr; });
    std::ranges::move(added, std::back_inserter(own));
    return own;
}

/// Where the header says that the first directory stands.
void link_first(std::vector<std::byte>& file, const IfdForm& form, std::uint64_t offset) {
    store(file, form.is_big ? 8 : 4, form.is_big ? 8 : 4, form.order, offset);
}

}  // namespace

IfdTags tiff_metadata_tags(const TiffBlock& tiff, const Ifd& ifd, ByteOrder order, Kept kept) {
    IfdTags tags = read_tags(tiff, ifd, order);
    std::erase_if(tags, [&](const IfdTag& tag) { return !is_carried_tag(tag.tag, kept); });
    return tags;
}

std::vector<std::byte> tiff_with_tags(std::span<const std::byte> file,
                                      const std::vector<IfdTags>& added) {
    const auto tiff = TiffBlock::open(file);
    if (!tiff) throw ImageError("the new TIFF is damaged");
    const IfdForm form = {tiff->order(), tiff->is_big()};
    const std::vector<Ifd> pages = pages_of(*tiff);
    std::vector<std::byte> result(file.begin(), file.end());
    // From the last page on, so that each directory knows the next one's place.
    std::uint64_t next = 0;
    for (std::size_t i = pages.size(); i-- > 0;)
        next = append_ifd(
            result, form,
            merged(read_tags(*tiff, pages[i], form.order), i < added.size() ? added[i] : IfdTags{}),
            next);
    link_first(result, form, next);
    return result;
}

std::vector<std::byte> carry_tiff(std::span<const std::byte> source,
                                  std::span<const std::byte> encoded, const PictureTurn& picture,
                                  Kept kept, Notes& notes) {
    const auto from = TiffBlock::open(source);
    const auto to = TiffBlock::open(encoded);
    if (!from || !to) throw ImageError("the TIFF is damaged");
    const std::vector<Ifd> new_pages = pages_of(*to);
    std::vector<IfdTags> added;
    for (const Ifd& page : pages_of(*from)) {
        IfdTags tags = tiff_metadata_tags(*from, page, to->order(), kept);
        if (const std::size_t number = added.size(); number < new_pages.size()) {
            IfdTags sample_tags = sample_tags_of(*from, page, to->order());
            if (has_same_samples(*from, page, *to, new_pages[number]))
                tags = merged(std::move(tags), std::move(sample_tags));
            else
                note_lost(sample_tags, notes);
        }
        if (kept == Kept::all && page.find(tiff_tag::orientation) != nullptr)
            tags.push_back(upright_tag(to->order()));
        turn_xmp(tags, picture, notes);
        // Those of the first page turn with its EXIF.
        if (!added.empty() && swaps_axes(picture.turn)) exchange_resolutions(tags);
        added.push_back(std::move(tags));
    }
    return turned_exif(tiff_with_tags(encoded, added), BlockKind::tiff_file, any_size, picture,
                       notes);
}

}  // namespace turntile
