#include "app/access_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/console.hpp"

namespace turntile::app {
namespace {

// `value` with so many decimals, or a dash.
std::string figure(std::optional<double> value, int decimals) {
    return value ? fmt::format("{:.{}f}", *value, decimals) : "-";
}

std::string each(const RequestCount& count, unsigned value) {
    return count.requests > 0 ? fmt::format("{}", value) : "-";
}

// Sectors of a load and of a store, where there are both.
std::string sectors(const std::optional<AccessPrediction>& prediction) {
    if (!prediction) return "-";
    const auto [loads, stores] = std::pair(prediction->loads, prediction->stores);
    std::string loaded = each(loads, loads.sectors_each);
    const std::string stored = each(stores, stores.sectors_each);
    if (stored == "-") return loaded;
    return loaded == "-" ? stored : loaded + " / " + stored;
}

std::string lines(const std::optional<AccessPrediction>& prediction) {
    if (!prediction) return "-";
    const RequestCount& first =
        prediction->loads.requests > 0 ? prediction->loads : prediction->stores;
    return each(first, first.lines_each);
}

std::optional<double> dram_overhead(const std::optional<AccessPrediction>& prediction) {
    return prediction ? prediction->dram_overhead() : std::nullopt;
}

// 65011712 -> "65.0 M"
std::string bank_conflicts(const std::optional<AccessPrediction>& prediction) {
    if (!prediction || prediction->shared_requests == 0) return "-";
    return fmt::format("{:.1f} M", static_cast<double>(prediction->bank_conflicts) / 1e6);
}

// The verdict, and why.
std::string remarks(const AccessResult& result) {
    std::string text(verdict(result));
    if (!result.row->note.empty()) text += (text.empty() ? "" : "; ") + result.row->note;
    return text;
}

std::string without_end_blanks(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

// The end of a line: what was measured, if anything was, and the remarks.
std::string measured(const AccessResult& result, const std::string& figures) {
    return without_end_blanks((result.ms ? figures : "") + "  " + remarks(result));
}

void print_stream_table(const std::vector<AccessResult>& results) {
    const bool timed = results.front().ms.has_value();
    print(fmt::format("{:<19} {:<11} {:>7} {:>5} {:>8} {:>9}{}\n", "", "the lessons", "sectors",
                      "lines", "DRAM B/", "predicted", timed ? "     measured" : ""));
    print(fmt::format("{:<19} {:<11} {:>13} {:>8} {:>9}{}\n", "row", "say", "of a request",
                      "useful B", "%", timed ? "  GB/s      %" : ""));
    for (const AccessResult& r : results)
        print(fmt::format(
            "{:<19} {:<11} {:>7} {:>5} {:>8} {:>9}{}", r.row->name, r.row->claim.text,
            sectors(r.prediction), lines(r.prediction), figure(dram_overhead(r.prediction), 1),
            figure(r.predicted_percent, 1),
            measured(r, fmt::format(" {:>5} {:>6}", figure(r.gbps, 0), figure(r.percent, 1)))));
}

void print_ladder(const std::vector<AccessResult>& results) {
    const bool timed = results.front().ms.has_value();
    print(fmt::format("{:<25} {:<12} {:>7} {:>9}\n", "", "the lessons", "sectors", "bank"));
    print(fmt::format("{:<25} {:<12} {:>7} {:>9}{}\n", "row", "say", "ld / st", "conflicts",
                      timed ? "  GB/s x naive of copy" : ""));
    for (const AccessResult& r : results)
        print(fmt::format("{:<25} {:<12} {:>7} {:>9}{}", r.row->name, r.row->claim.text,
                          sectors(r.prediction), bank_conflicts(r.prediction),
                          measured(r, fmt::format(" {:>5} {:>7} {:>7}", figure(r.gbps, 0),
                                                  figure(r.of_naive, 1), figure(r.of_copy, 2)))));
}

// What is measured, and what 100 % is.
std::string units(const std::vector<AccessResult>& results) {
    if (!results.front().ms) return "";
    if (results.front().row->access.side > 0) return "GB/s = bytes read + written, 1e9";
    return fmt::format("GB/s of useful bytes, 1e9; 100 % = {}", results.front().row->base);
}

template <class Value>
nlohmann::ordered_json nullable(const std::optional<Value>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

void add_counters(nlohmann::ordered_json& json, const AccessPrediction& prediction) {
    json["load_requests"] = prediction.loads.requests;
    json["load_sectors"] = prediction.loads.sectors();
    json["load_lines"] = prediction.loads.lines();
    json["sectors_per_load"] = prediction.loads.sectors_each;
    json["lines_per_load"] = prediction.loads.lines_each;
    json["store_requests"] = prediction.stores.requests;
    json["store_sectors"] = prediction.stores.sectors();
    json["store_lines"] = prediction.stores.lines();
    json["sectors_per_store"] = prediction.stores.sectors_each;
    json["lines_per_store"] = prediction.stores.lines_each;
    json["shared_requests"] = prediction.shared_requests;
    json["bank_conflicts"] = prediction.bank_conflicts;
    json["useful_bytes"] = prediction.useful_bytes;
    json["dram_bytes"] = nullable(prediction.dram_bytes);
    json["dram_bytes_per_useful_byte"] = nullable(prediction.dram_overhead());
}

// A field that is empty where there is nothing.
std::string field(std::optional<double> value, int decimals) {
    return value ? figure(value, decimals) : "";
}

std::string counter_fields(const std::optional<AccessPrediction>& prediction) {
    if (!prediction) return ",,,,,,,,,";
    const AccessPrediction& p = *prediction;
    return fmt::format("{},{},{},{},{},{},{},{},{},{}", p.loads.requests, p.loads.sectors(),
                       p.loads.lines(), p.stores.requests, p.stores.sectors(), p.stores.lines(),
                       p.shared_requests, p.bank_conflicts, field(p.dram_bytes, 0),
                       field(p.dram_overhead(), 3));
}

}  // namespace

std::string_view verdict(const AccessResult& result) {
    const Claim& claim = result.row->claim;
    if (claim.text.empty() || !result.percent) return "";
    const bool found =
        *result.percent >= claim.least_percent && *result.percent <= claim.most_percent;
    return found ? "holds" : "aged";
}

void print_access_table(const std::string& heading, const std::vector<AccessResult>& results) {
    const std::string measured_in = units(results);
    print(fmt::format("\n{}{}\n{}{}", heading,
                      results.front().hot ? " (hot: it all stays in the L2)" : "", measured_in,
                      measured_in.empty() ? "" : "\n"));
    if (results.front().row->access.side > 0)
        print_ladder(results);
    else
        print_stream_table(results);
}

void print_access_json(const std::string& hardware, const std::vector<AccessResult>& results) {
    for (const AccessResult& r : results) {
        nlohmann::ordered_json json = {{"schema", 1},
                                       {"hardware", as_utf8(hardware)},
                                       {"group", r.row->group},
                                       {"row", r.row->name},
                                       {"lessons_say", r.row->claim.text},
                                       {"base", r.row->base},
                                       {"hot", r.hot},
                                       {"predicted", nullptr},
                                       {"predicted_percent", nullable(r.predicted_percent)},
                                       {"ms", nullable(r.ms)},
                                       {"gbps", nullable(r.gbps)},
                                       {"percent", nullable(r.percent)},
                                       {"verdict", verdict(r)},
                                       {"note", r.row->note}};
        if (r.prediction) {
            json["predicted"] = nlohmann::ordered_json::object();
            add_counters(json["predicted"], *r.prediction);
        }
        if (r.row->access.side > 0) {
            json["of_naive"] = nullable(r.of_naive);
            json["of_copy"] = nullable(r.of_copy);
        }
        print(json.dump() + "\n");
    }
}

void print_access_csv_head() {
    print(
        "group,row,lessons_say,base,hot,load_requests,load_sectors,load_lines,store_requests,"
        "store_sectors,store_lines,shared_requests,bank_conflicts,dram_bytes,"
        "dram_bytes_per_useful_byte,predicted_percent,ms,gbps,percent,verdict\n");
}

void print_access_csv(const std::vector<AccessResult>& results) {
    for (const AccessResult& r : results)
        print(fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", r.row->group, r.row->name,
                          r.row->claim.text, r.row->base, r.hot ? 1 : 0,
                          counter_fields(r.prediction), field(r.predicted_percent, 3),
                          field(r.ms, 5), field(r.gbps, 3), field(r.percent, 3), verdict(r)));
}

}  // namespace turntile::app
