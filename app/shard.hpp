// Which of several runs takes a file.
#pragma once

#include <cstdint>
#include <string_view>

#include "app/job.hpp"
#include "app/options.hpp"

namespace turntile::app {

/// FNV-1a (draft-eastlake-fnv), its high bits folded in: the same on every machine.
constexpr std::uint64_t hash_of(std::string_view first, std::string_view second) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const std::string_view text : {first, second})
        for (const char c : text)
            hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash ^ hash >> 32;
}

/// Whether `job` belongs to `shard`. Only the source's path decides, as it was given: what else
/// there is, or what comes and goes while other shards are at work, moves no file from one shard to
/// another.
inline bool is_in(const Shard& shard, const Job& job) {
    return hash_of(*job.from.folder, job.from.name) % static_cast<std::uint64_t>(shard.count) ==
           static_cast<std::uint64_t>(shard.index - 1);
}

}  // namespace turntile::app
