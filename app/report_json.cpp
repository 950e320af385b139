// The report as JSON lines, as docs/json.md describes them.
#include <fmt/format.h>

#include "app/console.hpp"
#include "app/json_path.hpp"
#include "app/report.hpp"
#include "app/version.hpp"

namespace turntile::app {
namespace {

constexpr int schema_version = 1;

const char* status_of(const FileResult& result) {
    if (!result.failure.empty()) return "failed";
    if (!result.skipped.empty()) return "skipped";
    return result.interrupted ? "interrupted" : name(result.photo.action);
}

Json times(const StageTimes& busy) {
    return {
        {"read", busy.read_ms},         {"decode", busy.decode_ms},     {"upload", busy.upload_ms},
        {"turn", busy.turn_ms},         {"download", busy.download_ms}, {"encode", busy.encode_ms},
        {"lossless", busy.lossless_ms}, {"verify", busy.verify_ms},     {"write", busy.write_ms}};
}

void put_photo(Json& json, const FileResult& result) {
    const PhotoReport& photo = result.photo;
    json["format"] = name(photo.format);
    json["pixels"] = pixel_name(photo.source.channels, photo.source.sample);
    json["width"] = photo.size.width;
    json["height"] = photo.size.height;
    json["orientation"] = static_cast<int>(photo.source.orientation);
    json["turn"] = name(photo.turn);
    if (photo.action == PhotoAction::turned && !result.dry_run)
        json["backend"] = photo.turning.device >= 0 ? "cuda" : "cpu";
    if (photo.turning.device >= 0) json["device"] = photo.turning.device;
    if (!photo.turning.fallback.empty()) json["fallback"] = as_utf8(photo.turning.fallback);
    json["source_bytes"] = result.source_bytes;
    json["written_bytes"] = result.written_bytes;
    json["ms"] = times({result.read_ms, photo.decode_ms, photo.turning.upload_ms,
                        photo.turning.turn_ms, photo.turning.download_ms, photo.encode_ms,
                        photo.lossless_ms, photo.verify_ms, result.write_ms});
    json["notes"] = Json::array();
    for (const std::string& note : photo.notes)
        json["notes"].push_back(as_utf8(note));
}

}  // namespace

std::string json_line(const FileResult& result) {
    Json json = {{"schema", schema_version}, {"index", result.index}};
    put_path(json, "path", result.job->from.text());
    if (!result.job->to.empty()) put_path(json, "output", result.job->to.text());
    if (result.dry_run) json["dry_run"] = true;
    json["status"] = status_of(result);
    if (!result.failure.empty())
        json["error"] = as_utf8(result.failure);
    else if (!result.skipped.empty())
        json["reason"] = as_utf8(result.skipped);
    else if (!result.interrupted)
        put_photo(json, result);
    return json.dump() + "\n";
}

namespace {

Json shares(const Totals& totals) {
    Json list = Json::array();
    for (const auto& [device, share] : totals.devices) {
        Json one = {{"backend", device < 0 ? "cpu" : "cuda"}};
        if (device >= 0) one["device"] = device;
        one["images"] = share.images;
        one["bytes_moved"] = share.bytes_moved;
        one["turn_ms"] = share.turn_ms;
        list.push_back(std::move(one));
    }
    return list;
}

}  // namespace

std::string json_line(const Totals& totals, const RunFacts& facts) {
    Json json = {{"schema", schema_version}, {"summary", true}, {"version", version}};
    if (facts.dry_run) json["dry_run"] = true;
    json["planned"] = totals.planned;
    json["turned"] = totals.turned;
    json["lossless"] = totals.lossless;
    json["could_be_lossless"] = totals.could_be_lossless;
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
    json["shares"] = shares(totals);
    json["bytes_moved"] = totals.bytes_moved;
    json["copy_gbps"] = facts.copy_gbps;
    return json.dump() + "\n";
}

}  // namespace turntile::app
