// The report as JSON lines. Schema 1: one object for each file, then one whose "summary" is true.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/console.hpp"
#include "app/report.hpp"
#include "app/version.hpp"

namespace turntile::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int schema_version = 1;

std::string base64(std::string_view bytes) {
    static constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        unsigned group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += k <= count ? digits[group >> (18 - 6 * k) & 63U] : '=';
    }
    return text;
}

// Names are bytes; JSON is Unicode.
void put_path(Json& json, const std::string& key, const std::string& path) {
    json[key] = as_utf8(path);
    if (!is_utf8(path)) json[key + "_base64"] = base64(path);
}

const char* status_of(const FileResult& result) {
    if (!result.failure.empty()) return "failed";
    if (!result.skipped.empty()) return "skipped";
    return result.interrupted ? "interrupted" : name(result.photo.action);
}

Json times(const StageTimes& busy) {
    return {{"read", busy.read_ms},  {"decode", busy.decode_ms},     {"upload", busy.upload_ms},
            {"turn", busy.turn_ms},  {"download", busy.download_ms}, {"encode", busy.encode_ms},
            {"write", busy.write_ms}};
}

void put_photo(Json& json, const FileResult& result) {
    const PhotoReport& photo = result.photo;
    json["format"] = name(photo.format);
    json["pixels"] = pixel_name(photo.source.channels, photo.source.sample);
    json["width"] = photo.size.width;
    json["height"] = photo.size.height;
    json["orientation"] = static_cast<int>(photo.source.orientation);
    json["turn"] = name(photo.turn);
    if (photo.action == PhotoAction::turned)
        json["backend"] = photo.turning.device >= 0 ? "cuda" : "cpu";
    if (photo.turning.device >= 0) json["device"] = photo.turning.device;
    if (!photo.turning.fallback.empty()) json["fallback"] = as_utf8(photo.turning.fallback);
    json["source_bytes"] = result.source_bytes;
    json["written_bytes"] = result.written_bytes;
    json["ms"] =
        times({result.read_ms, photo.decode_ms, photo.turning.upload_ms, photo.turning.turn_ms,
               photo.turning.download_ms, photo.encode_ms, result.write_ms});
    json["notes"] = photo.notes;
}

}  // namespace

std::string json_line(const FileResult& result) {
    Json json = {{"schema", schema_version}, {"index", result.index}};
    put_path(json, "path", result.job->from.text());
    if (!result.job->to.empty()) put_path(json, "output", result.job->to.text());
    json["status"] = status_of(result);
    if (!result.failure.empty())
        json["error"] = as_utf8(result.failure);
    else if (!result.skipped.empty())
        json["reason"] = as_utf8(result.skipped);
    else if (!result.interrupted)
        put_photo(json, result);
    return json.dump() + "\n";
}

std::string json_line(const Totals& totals, const RunFacts& facts) {
    Json json = {{"schema", schema_version}, {"summary", true}, {"version", version}};
    json["planned"] = totals.planned;
    json["turned"] = totals.turned;
    json["copied"] = totals.copied;
    json["untouched"] = totals.untouched;
    json["skipped"] = totals.skipped;
    json["failed"] = totals.failed;
    json["left"] = totals.interrupted;
    json["fallbacks"] = totals.fallbacks;
    json["megapixels"] = totals.megapixels;
    json["backend"] = facts.backend;
    json["hardware"] = as_utf8(facts.hardware);
    json["why_cpu"] = as_utf8(facts.why_cpu);
    json["method"] = name(facts.method);
    json["jobs"] = facts.jobs;
    json["wall_ms"] = facts.wall_ms;
    json["startup_ms"] = facts.startup_ms;
    json["busy_ms"] = times(totals.busy);
    json["bytes_moved"] = totals.bytes_moved;
    json["copy_gbps"] = facts.copy_gbps;
    return json.dump() + "\n";
}

}  // namespace turntile::app
