#include "io/temporary_name.hpp"

#include <algorithm>
#include <random>

namespace turntile::io {
namespace {

constexpr std::size_t max_name_bytes = 255;  // NAME_MAX of the file systems in use
constexpr std::string_view mark = ".turntile-";
constexpr std::string_view letters =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

}  // namespace

std::string random_suffix() {
    std::random_device source;
    std::uniform_int_distribution<std::size_t> pick(0, letters.size() - 1);
    std::string suffix;
    for (std::size_t i = 0; i < random_suffix_bytes; ++i)
        suffix += letters[pick(source)];
    return suffix;
}

std::string temporary_stem(const std::string& name) {
    const std::size_t room = max_name_bytes - mark.size() - random_suffix_bytes - 1;
    std::size_t length = name.size();
    if (length > room) {
        const auto continues_character = [&](std::size_t at) {
            return (static_cast<unsigned char>(name[at]) & 0xC0) == 0x80;
        };
        constexpr std::size_t longest_tail = 3;  // bytes that can follow a character's first
        length = room;
        while (length > room - longest_tail && continues_character(length))
            --length;
        if (continues_character(length)) length = room;  // not UTF-8
    }
    std::string stem = ".";
    stem.append(name, 0, length).append(mark);
    return stem;
}

std::string temporary_name(const std::string& name, const std::string& suffix) {
    return temporary_stem(name) + suffix;
}

std::string_view stem_of_temporary(std::string_view file_name) {
    if (file_name.size() <= random_suffix_bytes || file_name.front() != '.') return {};
    const std::string_view stem = file_name.substr(0, file_name.size() - random_suffix_bytes);
    const std::string_view suffix = file_name.substr(stem.size());
    const bool is_random = std::all_of(suffix.begin(), suffix.end(), [](char c) {
        return letters.find(c) != std::string_view::npos;
    });
    return stem.ends_with(mark) && is_random ? stem : std::string_view();
}

}  // namespace turntile::io
