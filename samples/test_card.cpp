// Draws a picture on which a person sees at once which way it is turned:
//
//     test_card 640x400 card.png card.jpg
//
// The letters read rightwards and TOP stands above; blue grows to the right and green grows
// downwards; each corner has a mark of its own.

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

namespace {

const cv::Scalar white(255, 255, 255), black(0, 0, 0);  // blue, green, red
const cv::Scalar red(0, 0, 255), yellow(0, 255, 255), magenta(255, 0, 255), cyan(255, 255, 0);

constexpr int max_side_px = 65500;  // the largest JPEG

// "640x400" is 640 pixels wide and 400 high.
std::optional<cv::Size> parse_size(std::string_view text) {
    cv::Size size;
    const char* const end = text.data() + text.size();
    const auto [x, width_error] = std::from_chars(text.data(), end, size.width);
    if (width_error != std::errc() || x == end || *x != 'x') return std::nullopt;
    const auto [rest, height_error] = std::from_chars(x + 1, end, size.height);
    if (height_error != std::errc() || rest != end) return std::nullopt;
    if (std::min(size.width, size.height) < 1) return std::nullopt;
    if (std::max(size.width, size.height) > max_side_px) return std::nullopt;
    return size;
}

// A point at these fractions of the card's width and height.
cv::Point place(const cv::Mat& card, double x, double y) {
    return {static_cast<int>(x * card.cols), static_cast<int>(y * card.rows)};
}

// The thickness of lines, in pixels.
int stroke(const cv::Mat& card) {
    return std::max(1, std::min(card.cols, card.rows) / 100);
}

cv::Mat gradients(cv::Size size) {
    cv::Mat card(size, CV_8UC3);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            card.at<cv::Vec3b>(y, x) = {cv::saturate_cast<uchar>(220.0 * x / size.width),
                                        cv::saturate_cast<uchar>(160.0 * y / size.height), 60};
    return card;
}

// Writes `text` around (x, y), at most `width` wide and `height` high: fractions of the card.
void write(cv::Mat& card, const std::string& text, double x, double y, double width,
           double height) {
    constexpr int font = cv::FONT_HERSHEY_DUPLEX;
    int below = 0;
    const cv::Size unit = cv::getTextSize(text, font, 1.0, 1, &below);
    const double scale = std::min(width * card.cols / unit.width, height * card.rows / unit.height);
    const int thickness = std::max(1, static_cast<int>(scale * 2));
    const cv::Size size = cv::getTextSize(text, font, scale, thickness, &below);
    const cv::Point start = place(card, x, y) + cv::Point(-size.width / 2, size.height / 2);
    cv::putText(card, text, start, font, scale, black, thickness * 3, cv::LINE_AA);
    cv::putText(card, text, start, font, scale, white, thickness, cv::LINE_AA);
}

void draw_arrows(cv::Mat& card) {
    for (const double x : {0.3, 0.7})
        cv::arrowedLine(card, place(card, x, 0.33), place(card, x, 0.08), yellow, 2 * stroke(card),
                        cv::LINE_AA, 0, 0.3);
    cv::arrowedLine(card, place(card, 0.24, 0.75), place(card, 0.06, 0.75), cyan, 2 * stroke(card),
                    cv::LINE_AA, 0, 0.3);
}

// A disc, a square, a triangle and a cross, clockwise from the top left.
void draw_corners(cv::Mat& card) {
    const int mark = std::max(1, std::min(card.cols, card.rows) / 8);
    const int right = card.cols - 1;
    const int bottom = card.rows - 1;
    cv::circle(card, {mark / 2, mark / 2}, mark / 2, red, cv::FILLED, cv::LINE_AA);
    cv::rectangle(card, {right - mark, 0}, {right, mark}, yellow, cv::FILLED);
    const std::vector<cv::Point> triangle = {
        {right, bottom - mark}, {right, bottom}, {right - mark, bottom}};
    cv::fillConvexPoly(card, triangle, magenta, cv::LINE_AA);
    cv::line(card, {0, bottom - mark}, {mark, bottom}, cyan, 2 * stroke(card), cv::LINE_AA);
    cv::line(card, {0, bottom}, {mark, bottom - mark}, cyan, 2 * stroke(card), cv::LINE_AA);
}

cv::Mat draw_card(cv::Size size) {
    cv::Mat card = gradients(size);
    draw_corners(card);
    draw_arrows(card);
    write(card, "TOP", 0.5, 0.2, 0.25, 0.16);
    write(card, "TURNTILE", 0.5, 0.52, 0.86, 0.26);
    write(card, "LEFT", 0.36, 0.75, 0.2, 0.1);
    return card;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const std::optional<cv::Size> size = words.empty() ? std::nullopt : parse_size(words.front());
    if (!size || words.size() < 2) {
        std::fprintf(stderr, "usage: test_card WIDTHxHEIGHT FILE...   (sides from 1 to %d)\n",
                     max_side_px);
        return 2;
    }
    try {
        const cv::Mat card = draw_card(*size);
        for (std::size_t i = 1; i < words.size(); ++i)
            if (!cv::imwrite(words[i], card)) {
                std::fprintf(stderr, "test_card: cannot write '%s'\n", words[i].c_str());
                return 1;
            }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "test_card: %s\n", error.what());
        return 1;
    }
    return 0;
}
