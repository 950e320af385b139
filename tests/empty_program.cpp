// Loads what the program loads, and does nothing: the measure for its start-up time.
#include <opencv2/core/utility.hpp>
#include <opencv2/imgcodecs.hpp>

int main() {
    return cv::haveImageReader("") ? 1 : cv::getNumThreads() < 0;
}
