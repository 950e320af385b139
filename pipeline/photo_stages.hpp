// The stages of one photo. Its bytes flow one way, one function for each arrow:
//     bytes -> inspect -> decode -> turn -> encode -> carry -> bytes
// or, for a JPEG that needs no pixels, bytes -> inspect -> turn_blocks -> carry -> bytes
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "pipeline/fit_picture.hpp"
#include "turntile/photo.hpp"

namespace turntile {

/// One photo on its way. The functions below are called in their order, each once; every one may
/// throw ImageError. Memory of a stage is given back as soon as the next one has used it.
class PhotoStages {
  public:
    /// Borrows `source`, the bytes of the file, until the last stage.
    PhotoStages(std::span<const std::byte> source, PhotoRequest request,
                const PhotoOptions& options)
        : source_(source), request_(request), options_(options) {}

    /// Reads the headers and decides what is to be done; refuses what would be lost.
    void inspect();
    /// Whether pixels have to move.
    bool needs_pixels() const { return report_.action == PhotoAction::turned; }
    /// How much memory the picture will take at most, from reading it to its finished file, as far
    /// as the headers tell.
    std::size_t memory_bytes() const;
    /// Whether a JPEG's blocks move instead. If neither, only `carry` is left to do.
    bool is_lossless() const { return report_.action == PhotoAction::lossless; }
    void decode(Turner& turner);
    void turn(Turner& turner);
    /// Takes the decoded picture as the turned one, so that what is left without the turn can be
    /// measured. Only for turns that keep the axes.
    void skip_turn() { turned_ = std::move(decoded_); }
    void encode();
    /// Stands for decode, turn and encode.
    void turn_blocks();
    /// The finished file. Empty if the action is `untouched`: the source's bytes are the result.
    std::vector<std::byte> carry();
    /// Stands for all stages from decode to carry, as far as the photo needs them.
    std::vector<std::byte> finish(Turner& turner);
    /// If that is asked for, reads `result`, the finished file, back, and compares it with what was
    /// turned.
    void verify(std::span<const std::byte> result);

    const PhotoReport& report() const { return report_; }

  private:
    void turn_planes(Turner& turner, std::size_t first, std::size_t count);
    void plan_tag();
    bool is_copy() const { return !needs_pixels() && !is_lossless(); }
    bool asks_to_encode() const;
    bool stays_grey() const;
    void choose_lossless();
    void refuse_lossy() const;
    void note_jpeg_options();
    void refuse_losses();
    void refuse_size() const;
    void refuse_cmyk() const;
    void check_copied_data();
    void drop_metadata();
    std::vector<std::byte> copied();
    void refuse(const LossNote& loss);
    std::optional<bool> wanted_progressive() const;

    /// Pixels and the memory that they are in.
    struct Held {
        std::unique_ptr<BufferSource> memory;
        Picture picture;
    };

    std::span<const std::byte> source_;
    PhotoRequest request_;
    const PhotoOptions& options_;
    PhotoReport report_;
    bool keeps_pixels_ = false;  ///< they stay what they are in the source, whatever that is
    Held decoded_;
    Held turned_;
    std::vector<std::byte> encoded_;
};

}  // namespace turntile
