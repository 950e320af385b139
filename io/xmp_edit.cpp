#include "io/xmp_edit.hpp"

#include <algorithm>
#include <charconv>

#include "io/blanks.hpp"

namespace turntile {
namespace {

/// Where padding stands or would stand: in front of `<?xpacket end=...?>`, else at the end. Blanks
/// that follow no markup are no padding but part of a text or of another instruction.
std::size_t end_of_padding(const std::string& packet) {
    const std::size_t mark = packet.rfind("<?xpacket end=");
    if (mark == std::string::npos) return packet.size();
    const std::string_view before = trimmed(std::string_view(packet).substr(0, mark));
    return before.empty() || before.ends_with('>') ? mark : packet.size();
}

void fit(std::string& packet, std::size_t wanted_bytes) {
    const std::size_t end = end_of_padding(packet);
    if (packet.size() <= wanted_bytes) {
        packet.insert(end, wanted_bytes - packet.size(), ' ');
        return;
    }
    const std::size_t last_letter = packet.find_last_not_of(blanks, end == 0 ? 0 : end - 1);
    const std::size_t padding =
        end - (last_letter == std::string::npos ? 0 : std::min(last_letter + 1, end));
    const std::size_t surplus = std::min(padding, packet.size() - wanted_bytes);
    packet.erase(end - surplus, surplus);
}

bool can_move(std::string_view value) {
    return !value.empty() && value.find_first_of("<>&'\"") == std::string_view::npos;
}

}  // namespace

std::vector<std::byte> edited_xmp(std::string_view packet, std::vector<XmpEdit> edits) {
    std::sort(edits.begin(), edits.end(), [](const XmpEdit& a, const XmpEdit& b) {
        return a.old_text.data() < b.old_text.data();
    });
    std::string result;
    std::size_t at = 0;
    for (const XmpEdit& edit : edits) {
        const auto start = static_cast<std::size_t>(edit.old_text.data() - packet.data());
        result += packet.substr(at, start - at);
        result += edit.new_text;
        at = start + edit.old_text.size();
    }
    result += packet.substr(at);
    fit(result, packet.size());
    const auto bytes = std::as_bytes(std::span(result));
    return {bytes.begin(), bytes.end()};
}

bool exchange(std::string_view a, std::string_view b, std::vector<XmpEdit>& edits) {
    if (a == b) return true;
    if (!can_move(a) || !can_move(b)) return false;
    edits.push_back({a, std::string(b)});
    edits.push_back({b, std::string(a)});
    return true;
}

std::optional<std::uint64_t> xmp_number(std::string_view text) {
    const std::string_view digits = trimmed(text);
    std::uint64_t value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool is_whole = read.ec == std::errc{} && read.ptr == digits.data() + digits.size();
    return is_whole ? std::optional(value) : std::nullopt;
}

}  // namespace turntile
