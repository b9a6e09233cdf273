#include "testing/sample.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

namespace tflite {
namespace {

// A hash of the key and the seed; for different seeds, the hashes of a key are
// unrelated.
uint64_t HashOf(const SampleKey& key, uint64_t seed) {
  uint64_t hash = 0xcbf29ce484222325u ^ (seed * 0x9e3779b97f4a7c15u);
  for (const std::string* text : {&key.group, &key.kind, &key.name}) {
    for (const char letter : *text) {
      hash = (hash ^ static_cast<uint8_t>(letter)) * 0x100000001b3u;
    }
    hash = (hash ^ 0xff) * 0x100000001b3u;
  }
  hash ^= hash >> 32;
  hash *= 0xd6e8feb86659fd93u;
  return hash ^ hash >> 32;
}

}  // namespace

std::vector<size_t> SampleOf(const std::vector<SampleKey>& all, int per_group,
                             uint64_t seed) {
  using Ranked = std::pair<uint64_t, size_t>;
  std::map<std::string, std::vector<Ranked>> groups;
  for (size_t i = 0; i < all.size(); ++i) {
    groups[all[i].group].emplace_back(HashOf(all[i], seed), i);
  }
  std::vector<size_t> chosen;
  for (auto& [name, members] : groups) {
    std::sort(members.begin(), members.end());
    // Put the first case of each kind first.
    std::set<std::string> kinds;
    const auto rest = std::stable_partition(
        members.begin(), members.end(), [&](const Ranked& r) {
          return kinds.insert(all[r.second].kind).second;
        });
    const size_t count =
        std::max<size_t>(rest - members.begin(), std::max(per_group, 0));
    for (size_t i = 0; i < std::min(count, members.size()); ++i) {
      chosen.push_back(members[i].second);
    }
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

std::set<std::string> LinesOf(const std::string& text) {
  std::set<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') lines.insert(line);
  }
  return lines;
}

}  // namespace tflite
