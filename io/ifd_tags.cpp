#include "io/ifd_tags.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "io/tiff_tags.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

constexpr std::uint16_t long_type = 4;
constexpr std::uint16_t ifd_type = 13;
constexpr std::uint16_t long8_type = 16;
constexpr std::uint16_t ifd8_type = 18;
constexpr int deepest_directory = 3;

bool is_pointer(std::uint16_t tag) {
    return tag == tiff_tag::exif_pointer || tag == tiff_tag::gps_pointer ||
           tag == tiff_tag::interoperability_pointer;
}

/// Bytes of one number in a value: rationals are two numbers.
std::size_t number_bytes(std::uint16_t type) {
    constexpr std::uint16_t rational = 5;
    constexpr std::uint16_t signed_rational = 10;
    return type == rational || type == signed_rational ? 4 : type_bytes(type);
}

std::vector<std::byte> reordered(std::span<const std::byte> value, std::uint16_t type,
                                 bool reverses) {
    std::vector<std::byte> result(value.begin(), value.end());
    const auto width = static_cast<std::ptrdiff_t>(number_bytes(type));
    if (reverses && width > 1)
        for (auto at = result.begin(); at != result.end(); at += width)
            std::reverse(at, at + width);
    return result;
}

class TagReader {
  public:
    TagReader(const TiffBlock& block, ByteOrder order)
        : block_(block), reverses_(block.order() != order) {}

    IfdTags read(const Ifd& ifd, int depth) {
        IfdTags tags;
        for (const IfdEntry& entry : ifd.entries) {
            if (is_pointer(entry.tag))
                add_directory(entry, depth, tags);
            else if (entry.type != ifd_type && entry.type != ifd8_type)
                add_value(entry, tags);
        }
        return tags;
    }

  private:
    void add_directory(const IfdEntry& entry, int depth, IfdTags& tags) {
        const auto offset = block_.value(entry);
        const auto ifd = offset && depth < deepest_directory ? block_.read(*offset) : std::nullopt;
        if (!ifd) return;
        count(ifd->size_bytes);
        IfdTag tag{entry.tag, long_type, 1};
        tag.directory = read(*ifd, depth + 1);
        tag.is_pointer = true;
        tags.push_back(std::move(tag));
    }

    void add_value(const IfdEntry& entry, IfdTags& tags) {
        const auto value = block_.bytes(entry);
        if (value.empty()) return;
        count(value.size());
        tags.push_back(
            {entry.tag, entry.type, entry.count, reordered(value, entry.type, reverses_)});
    }

    void count(std::uint64_t bytes) {
        total_bytes_ += bytes;
        if (total_bytes_ > block_.size()) throw ImageError("the values of TIFF tags overlap");
    }

    const TiffBlock& block_;
    bool reverses_;
    std::uint64_t total_bytes_ = 0;
};

void pad_to_even(std::vector<std::byte>& block) {
    if (block.size() % 2 == 1) block.push_back(std::byte{0});
}

class TagWriter {
  public:
    TagWriter(std::vector<std::byte>& block, const IfdForm& form) : block_(block), form_(form) {}

    std::uint64_t append(IfdTags tags, std::uint64_t next) {
        std::ranges::stable_sort(tags, {}, &IfdTag::tag);
        std::vector<std::byte> ifd;
        put(ifd, form_.is_big ? 8 : 2, tags.size());
        for (IfdTag& tag : tags)
            put_entry(ifd, tag);
        put(ifd, offset_bytes(), next);
        pad_to_even(block_);
        const std::uint64_t at = block_.size();
        block_.insert(block_.end(), ifd.begin(), ifd.end());
        require_reachable();
        return at;
    }

  private:
    std::size_t offset_bytes() const { return form_.is_big ? 8 : 4; }

    void put(std::vector<std::byte>& to, std::size_t width_bytes, std::uint64_t value) const {
        to.resize(to.size() + width_bytes);
        store(to, to.size() - width_bytes, width_bytes, form_.order, value);
    }

    void put_entry(std::vector<std::byte>& ifd, IfdTag& tag) {
        put(ifd, 2, tag.tag);
        if (tag.is_pointer) {
            put(ifd, 2, form_.is_big ? long8_type : long_type);
            put(ifd, offset_bytes(), 1);
            put(ifd, offset_bytes(), append(std::move(tag.directory), 0));
            return;
        }
        put(ifd, 2, tag.type);
        put(ifd, offset_bytes(), tag.count);
        if (tag.value.size() <= offset_bytes()) {
            tag.value.resize(offset_bytes());
            ifd.insert(ifd.end(), tag.value.begin(), tag.value.end());
            return;
        }
        pad_to_even(block_);
        put(ifd, offset_bytes(), block_.size());
        block_.insert(block_.end(), tag.value.begin(), tag.value.end());
    }

    void require_reachable() const {
        if (!form_.is_big && block_.size() > std::numeric_limits<std::uint32_t>::max())
            throw ImageError("there is no room for the metadata: offsets end at 4 GiB");
    }

    std::vector<std::byte>& block_;
    const IfdForm& form_;
};

}  // namespace

IfdTags read_tags(const TiffBlock& block, const Ifd& ifd, ByteOrder order) {
    return TagReader(block, order).read(ifd, 0);
}

std::uint64_t append_ifd(std::vector<std::byte>& block, const IfdForm& form, IfdTags tags,
                         std::uint64_t next) {
    return TagWriter(block, form).append(std::move(tags), next);
}

IfdTag* find_tag(IfdTags& tags, std::uint16_t tag) {
    const auto found =
        std::find_if(tags.begin(), tags.end(), [&](const IfdTag& one) { return one.tag == tag; });
    return found == tags.end() ? nullptr : &*found;
}

}  // namespace turntile
