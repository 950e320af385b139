#include "io/xmp_tree.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "io/blanks.hpp"

namespace turntile {
namespace {

constexpr std::size_t largest_packet_bytes = std::size_t{16} << 20;
// Far beyond what any writer makes, and enough to keep a hostile packet from filling memory.
constexpr std::size_t deepest_element = 64;
constexpr std::size_t most_nodes = 200'000;

struct Namespace {
    std::string_view uri;
    std::string_view prefix;
};

constexpr std::array known_namespaces = {
    Namespace{"adobe:ns:meta/", "x"},
    Namespace{"http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf"},
    Namespace{"http://ns.adobe.com/tiff/1.0/", "tiff"},
    Namespace{"http://ns.adobe.com/exif/1.0/", "exif"},
    Namespace{"http://ns.adobe.com/xmp/note/", "xmpNote"},
    Namespace{"http://ns.adobe.com/camera-raw-settings/1.0/", "crs"},
    Namespace{"http://ns.google.com/photos/1.0/panorama/", "GPano"},
    Namespace{"http://www.metadataworkinggroup.com/schemas/regions/", "mwg-rs"},
    Namespace{"http://ns.adobe.com/xmp/sType/Area#", "stArea"},
    Namespace{"http://ns.adobe.com/xap/1.0/sType/Dimensions#", "stDim"},
    Namespace{"http://ns.microsoft.com/photo/1.2/", "MP"},
    Namespace{"http://ns.microsoft.com/photo/1.2/t/RegionInfo#", "MPRI"},
    Namespace{"http://ns.microsoft.com/photo/1.2/t/Region#", "MPReg"},
};

/// An element whose end has not been read yet.
struct OpenElement {
    std::string_view raw_name;
    std::size_t content = 0;  ///< where what is in it starts
    XmpNode* node = nullptr;  ///< in its parent's children, which do not grow while it is open
    bool has_elements = false;
};

class TreeReader {
  public:
    explicit TreeReader(std::string_view packet) : packet_(packet) {}

    XmpNode read() {
        XmpNode root;
        open_.push_back({{}, 0, &root});
        std::size_t at = packet_.find('<');
        while (at != std::string_view::npos && node_count_ < most_nodes)
            at = packet_.find('<', read_markup(at));
        return root;
    }

  private:
    /// Reads the markup whose '<' stands at `at`; returns where to go on.
    std::size_t read_markup(std::size_t at) {
        const std::string_view rest = packet_.substr(at);
        if (rest.starts_with("<!--")) return past("-->", at + 4);
        if (rest.starts_with("<![CDATA[")) return past("]]>", at + 9);
        if (rest.starts_with("<?")) return past("?>", at + 2);
        if (rest.starts_with("<!")) return past(">", at + 2);
        if (rest.starts_with("</")) return close(at);
        return open(at);
    }

    std::size_t past(std::string_view end, std::size_t from) const {
        const std::size_t found = packet_.find(end, from);
        return found == std::string_view::npos ? packet_.size() : found + end.size();
    }

    std::size_t close(std::size_t at) {
        const std::size_t end = past(">", at);
        const std::string_view raw_name = trimmed(packet_.substr(at + 2, end - at - 3));
        const auto match =
            std::find_if(open_.rbegin(), std::prev(open_.rend()),
                         [&](const OpenElement& element) { return element.raw_name == raw_name; });
        if (match == std::prev(open_.rend())) return end;  // closes what was never opened
        while (open_.back().raw_name != raw_name)
            open_.pop_back();
        const OpenElement& element = open_.back();
        if (!element.has_elements)
            element.node->text = packet_.substr(element.content, at - element.content);
        open_.pop_back();
        return end;
    }

    std::size_t open(std::size_t at) {
        const std::size_t name_end = packet_.find_first_of(" \t\r\n/>", at + 1);
        if (name_end == std::string_view::npos) return packet_.size();
        const std::string_view raw_name = packet_.substr(at + 1, name_end - at - 1);
        std::vector<std::pair<std::string_view, std::string_view>> attributes;
        const std::size_t tag_end = read_attributes(name_end, attributes);
        if (raw_name.empty() || tag_end == packet_.size()) return tag_end;
        const bool is_closed = packet_[tag_end - 1] == '/';
        if (!is_closed && open_.size() >= deepest_element) return packet_.size();

        open_.back().has_elements = true;
        XmpNode& node = open_.back().node->children.emplace_back();
        node.name = canonical(raw_name);
        for (const auto& [name, value] : attributes)
            node.children.push_back({canonical(name), value});
        node_count_ += 1 + attributes.size();
        if (!is_closed) open_.push_back({raw_name, tag_end + 1, &node});
        return tag_end + 1;
    }

    /// Reads name="value" pairs up to the tag's '>', whose place it returns.
    std::size_t read_attributes(
        std::size_t at, std::vector<std::pair<std::string_view, std::string_view>>& attributes) {
        while (true) {
            at = packet_.find_first_not_of(" \t\r\n/", at);
            if (at == std::string_view::npos) return packet_.size();
            if (packet_[at] == '>') return at;
            const std::size_t name_end = packet_.find_first_of("= \t\r\n>", at);
            if (name_end == std::string_view::npos) return packet_.size();
            const std::size_t equals = packet_.find_first_not_of(blanks, name_end);
            if (equals == std::string_view::npos) return packet_.size();
            if (packet_[equals] != '=') {  // a name without a value
                at = equals;
                continue;
            }
            const std::size_t quote = packet_.find_first_not_of(blanks, equals + 1);
            if (quote == std::string_view::npos) return packet_.size();
            if (packet_[quote] != '"' && packet_[quote] != '\'') {
                at = quote;
                continue;
            }
            const std::size_t end = packet_.find(packet_[quote], quote + 1);
            if (end == std::string_view::npos) return packet_.size();
            add_attribute(packet_.substr(at, name_end - at),
                          packet_.substr(quote + 1, end - quote - 1), attributes);
            at = end + 1;
        }
    }

    void add_attribute(std::string_view name, std::string_view value,
                       std::vector<std::pair<std::string_view, std::string_view>>& attributes) {
        constexpr std::string_view declaration = "xmlns:";
        if (name.starts_with(declaration))
            uris_[name.substr(declaration.size())] = value;
        else
            attributes.emplace_back(name, value);
    }

    /// `raw_name` with the usual prefix of its namespace. A prefix that is not declared, or whose
    /// namespace is not known, stays.
    std::string canonical(std::string_view raw_name) const {
        const std::size_t colon = raw_name.find(':');
        if (colon == std::string_view::npos) return std::string(raw_name);
        const auto declared = uris_.find(raw_name.substr(0, colon));
        if (declared != uris_.end())
            for (const Namespace& space : known_namespaces)
                if (space.uri == declared->second)
                    return std::string(space.prefix) + std::string(raw_name.substr(colon));
        return std::string(raw_name);
    }

    std::string_view packet_;
    std::vector<OpenElement> open_;
    std::map<std::string_view, std::string_view> uris_;
    std::size_t node_count_ = 0;
};

void collect_properties(const XmpNode& node, std::vector<const XmpNode*>& properties) {
    for (const XmpNode& child : node.children) {
        if (child.name != "rdf:RDF") {
            if (child.name == "x:xmpmeta" || child.name == "x:xapmeta")
                collect_properties(child, properties);
            continue;
        }
        for (const XmpNode& description : child.children)
            for (const XmpNode& property : description.children)
                properties.push_back(&property);
    }
}

}  // namespace

const XmpNode* XmpNode::child(std::string_view child_name) const {
    const auto found = std::find_if(children.begin(), children.end(),
                                    [&](const XmpNode& node) { return node.name == child_name; });
    return found == children.end() ? nullptr : &*found;
}

XmpNode read_xmp_tree(std::string_view packet) {
    return TreeReader(packet).read();
}

std::vector<const XmpNode*> xmp_properties(const XmpNode& tree) {
    std::vector<const XmpNode*> properties;
    collect_properties(tree, properties);
    return properties;
}

const XmpNode* xmp_property(const std::vector<const XmpNode*>& properties, std::string_view name) {
    for (const XmpNode* property : properties)
        if (property->name == name) return property;
    return nullptr;
}

const XmpNode* xmp_field(const XmpNode& structure, std::string_view name) {
    if (const XmpNode* found = structure.child(name)) return found;
    const XmpNode* description = structure.child("rdf:Description");
    return description != nullptr ? description->child(name) : nullptr;
}

std::optional<Decimal> xmp_decimal(const XmpNode* node) {
    return node != nullptr ? parse_decimal(node->text) : std::nullopt;
}

std::vector<const XmpNode*> xmp_items(const XmpNode& list) {
    std::vector<const XmpNode*> result;
    for (const XmpNode& container : list.children)
        for (const XmpNode& item : container.children)
            if (item.name == "rdf:li") result.push_back(&item);
    return result;
}

std::vector<const XmpNode*> xmp_items(const XmpNode& structure, std::string_view name) {
    const XmpNode* list = xmp_field(structure, name);
    return list != nullptr ? xmp_items(*list) : std::vector<const XmpNode*>{};
}

std::optional<std::string_view> xmp_text(std::span<const std::byte> packet) {
    if (packet.size() > largest_packet_bytes) return std::nullopt;
    const std::string_view text(reinterpret_cast<const char*>(packet.data()), packet.size());
    // UTF-16 and UTF-32 have a zero beside each ASCII letter.
    const std::string_view start = text.substr(0, std::min<std::size_t>(text.size(), 64));
    if (start.find('\0') != std::string_view::npos) return std::nullopt;
    return text;
}

}  // namespace turntile
