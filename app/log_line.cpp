#include "app/log_line.hpp"

#include <stdexcept>

#include "app/json_path.hpp"
#include "app/version.hpp"
#include "turntile/turn_check.hpp"

namespace turntile::app {
namespace {

constexpr int log_version = 1;

Json json_of(const FileMark& mark) {
    return {{"inode", mark.inode}, {"size", mark.size_bytes}, {"mtime_ns", mark.modified_ns}};
}

FileMark mark_in(const Json& json) {
    return {.inode = json.at("inode").get<std::uint64_t>(),
            .size_bytes = json.at("size").get<std::int64_t>(),
            .modified_ns = json.at("mtime_ns").get<std::int64_t>()};
}

Turn turn_in(const Json& json) {
    const auto word = json.at("turn").get<std::string>();
    for (const Turn turn : all_turns)
        if (word == name(turn)) return turn;
    throw std::invalid_argument("no turn");
}

Json json_of(const LogStart& start) {
    Json json = {{"turntile_log", log_version}, {"version", version}};
    put_path(json, "request", start.request);
    return json;
}

Json json_of(const LogIntent& intent) {
    Json json = {{"event", "intent"}};
    put_path(json, "path", intent.path.native());
    json["turn"] = name(intent.turn);
    put_path(json, "hidden_name", intent.hidden_name);
    json["hidden"] = json_of(intent.hidden);
    if (intent.source) json["source"] = json_of(*intent.source);
    return json;
}

Json json_of(const LogDone& done) {
    Json json = {{"event", "done"}};
    put_path(json, "path", done.path.native());
    json["turn"] = name(done.turn);
    return json;
}

LogIntent intent_in(const Json& json) {
    LogIntent intent{.path = get_path(json, "path"),
                     .turn = turn_in(json),
                     .hidden_name = get_path(json, "hidden_name"),
                     .hidden = mark_in(json.at("hidden"))};
    const auto source = json.find("source");
    if (source != json.end()) intent.source = mark_in(*source);
    return intent;
}

}  // namespace

FileMark mark_of(const io::FileStamp& stamp) {
    return {stamp.inode, stamp.size_bytes, stamp.modified_ns};
}

std::string text_of(const LogLine& line) {
    return std::visit([](const auto& value) { return json_of(value).dump() + "\n"; }, line);
}

LogLine parse_log_line(std::string_view text) {
    const Json json = Json::parse(text);
    if (const auto format = json.find("turntile_log"); format != json.end()) {
        if (*format != log_version) throw std::invalid_argument("a log of another version");
        return LogStart{get_path(json, "request")};
    }
    const auto event = json.at("event").get<std::string>();
    if (event == "intent") return intent_in(json);
    if (event == "done") return LogDone{get_path(json, "path"), turn_in(json)};
    throw std::invalid_argument("no line of a log");
}

IntentOutcome outcome_of(const LogIntent& intent, const std::optional<FileMark>& at_path,
                         const std::optional<FileMark>& hidden) {
    if (!at_path) return IntentOutcome::unpublished;
    if (at_path->inode == intent.hidden.inode) return IntentOutcome::published;
    // What did not replace its source can be done again without harm.
    if (!intent.source || hidden == intent.hidden) return IntentOutcome::unpublished;
    // An inode alone is no proof: once the source is replaced, its number is free, and the next new
    // file, such as one that an editor saves, may get it. Where numbers do not last (some file
    // systems give new ones when they are mounted), size and time must do.
    const auto looks_like = [&](const FileMark& mark) {
        return at_path->size_bytes == mark.size_bytes && at_path->modified_ns == mark.modified_ns;
    };
    const bool is_source = looks_like(*intent.source);
    if (at_path->inode == intent.source->inode)
        return is_source ? IntentOutcome::unpublished : IntentOutcome::unclear;
    const bool is_hidden = looks_like(intent.hidden);
    if (is_hidden == is_source) return IntentOutcome::unclear;
    return is_hidden ? IntentOutcome::published : IntentOutcome::unpublished;
}

}  // namespace turntile::app
