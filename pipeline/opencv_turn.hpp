// OpenCV's turns, which the benchmark shows beside ours.
#pragma once

#include "turntile/image_view.hpp"
#include "turntile/turn.hpp"

namespace turntile {

/// Turns as most programs do: by cv::rotate, cv::flip, cv::transpose or cv::Mat::copyTo, into
/// memory that is there already.
void turn_by_opencv(ConstImageView src, ImageView dst, Turn turn);

/// While it lives, OpenCV uses as many threads as the caller's oneTBB arena has.
class OpencvThreads {
  public:
    OpencvThreads();
    ~OpencvThreads();
    OpencvThreads(const OpencvThreads&) = delete;
    OpencvThreads& operator=(const OpencvThreads&) = delete;

  private:
    int before_;
};

}  // namespace turntile
