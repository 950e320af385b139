#include "pipeline/fit_picture.hpp"

#include <cstring>
#include <string>

#include "turntile/error.hpp"

namespace turntile {
namespace {

std::byte rounded(const std::byte* sample) {
    std::uint16_t value = 0;
    std::memcpy(&value, sample, sizeof value);
    return static_cast<std::byte>((value * 255U + 32767U) / 65535U);
}

/// What `format` makes of pixels that lose what `losses_in` says.
struct Fit {
    int channels = 3;
    Sample sample = Sample::u8;
};

Fit fit_for(Format format, int channels, Sample sample) {
    Fit fit{channels, sample};
    if (!can_hold(format, fit.channels, fit.sample) && sample == Sample::u16 &&
        can_hold(format, fit.channels, Sample::u8))
        fit.sample = Sample::u8;
    if (!can_hold(format, fit.channels, fit.sample) && channels == 4) fit.channels = 3;
    if (!can_hold(format, fit.channels, fit.sample) && sample == Sample::u16)
        fit.sample = Sample::u8;
    return fit;
}

}  // namespace

std::vector<LossNote> losses_in(Format format, int channels, Sample sample) {
    const Fit fit = fit_for(format, channels, sample);
    if (!can_hold(format, fit.channels, fit.sample))
        throw ImageError(std::string(name(format)) + " cannot hold " +
                         pixel_name(channels, sample) + " pixels");
    std::vector<LossNote> losses;
    if (fit.channels != channels)
        losses.push_back({Loss::alpha, std::string("the alpha channel, which ") + name(format) +
                                           " cannot hold"});
    if (fit.sample != sample)
        losses.push_back(
            {Loss::depth, std::string("16-bit samples, which ") + name(format) + " cannot hold"});
    return losses;
}

Picture fit_picture(const Picture& picture, Format format, BufferSource& memory, bool is_grey) {
    Fit fit = fit_for(format, picture.channels, picture.sample);
    if (is_grey && picture.channels == 4 && fit.channels == 3) fit.channels = 1;
    if (fit.channels == picture.channels && fit.sample == picture.sample) return picture;
    const bool is_rounded = fit.sample != picture.sample;
    const ImageView& src = picture.planes[0];
    const auto channels = static_cast<std::size_t>(fit.channels);
    const std::size_t src_sample_bytes =
        src.pixel_bytes / static_cast<std::size_t>(picture.channels);
    const std::size_t dst_sample_bytes = is_rounded ? 1 : src_sample_bytes;
    Picture fitted = picture;
    fitted.channels = fit.channels;
    fitted.sample = fit.sample;
    fitted.planes[0] = memory.allocate(src.width, src.height, channels * dst_sample_bytes);
    for (std::int64_t y = 0; y < src.height; ++y) {
        const std::byte* from = src.row(y);
        std::byte* to = fitted.planes[0].row(y);
        for (std::int64_t x = 0; x < src.width; ++x, from += src.pixel_bytes)
            for (std::size_t i = 0; i < channels; ++i, to += dst_sample_bytes)
                if (is_rounded)
                    *to = rounded(from + i * src_sample_bytes);
                else
                    std::memcpy(to, from + i * src_sample_bytes, src_sample_bytes);
    }
    return fitted;
}

}  // namespace turntile
