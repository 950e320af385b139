// A pipeline on OpenCV's matrices in host memory: a region of a photo is turned on whichever
// backend there is, without a copy, and a box in it is turned with it.
#include <cstdio>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "turntile/opencv.hpp"
#include "turntile/turner.hpp"

int main() {
    cv::Mat photo(1200, 1600, CV_8UC3, cv::Scalar(60, 60, 60));
    const cv::Rect part(200, 100, 900, 700);
    const cv::Rect face(120, 80, 64, 48);  // within the part
    cv::rectangle(photo, face + part.tl(), cv::Scalar(0, 255, 0), cv::FILLED);

    // README begins
    turntile::Turner turner;  // takes a GPU where there is one; make one and keep it
    const turntile::Turn turn = turntile::Turn::rotate_270;
    const cv::Mat src = photo(part);  // a window, no copy
    cv::Mat dst(turntile::turned(src.size(), turn), src.type());
    turner.turn(turntile::view(src), turntile::view(dst), turn);
    const cv::Rect turned_face = turntile::turned(face, src.size(), turn);
    // README ends

    cv::Mat expected(dst.size(), dst.type(), cv::Scalar(60, 60, 60));
    cv::rectangle(expected, turned_face, cv::Scalar(0, 255, 0), cv::FILLED);
    std::printf("%dx%d on the %s: the face is at (%d, %d)\n", dst.cols, dst.rows, turner.backend(),
                turned_face.x, turned_face.y);
    return cv::norm(dst, expected, cv::NORM_INF) == 0 ? 0 : 1;
}
