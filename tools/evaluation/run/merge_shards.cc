#include "tools/evaluation/run/merge_shards.h"

#include <cstdint>
#include <map>
#include <utility>

#include "tools/evaluation/run/state_file.h"

namespace tflite {
namespace evaluation {

base::StatusOr<ImageRun> MergeStateFiles(const std::vector<std::string>& paths,
                                         bool allow_missing) {
  if (paths.empty()) return base::Invalid("no state files are given");
  ImageRun run;
  std::string description;
  std::map<int64_t, std::pair<ImageRecord, std::string>> by_index;
  for (const std::string& path : paths) {
    TFLL_ASSIGN_OR_RETURN(RunState state, ReadStateFile(path));
    const std::string here = state.header.run().SerializeAsString();
    if (description.empty()) {
      description = here;
      run.description = state.header.run();
    } else if (here != description) {
      return base::Invalid(path, " and ", paths.front(),
                           " belong to different runs");
    }
    for (ImageRecord& record : state.records) {
      const int64_t index = record.index();
      const auto [entry, added] =
          by_index.emplace(index, std::make_pair(std::move(record), path));
      if (!added) {
        return base::Invalid("image ", index, " occurs in ",
                             entry->second.second, " and in ", path);
      }
    }
  }
  const int64_t expected = run.description.num_images();
  for (int64_t i = 0; i < expected && !allow_missing; ++i) {
    if (by_index.count(i) == 0) {
      return base::Invalid(expected - static_cast<int64_t>(by_index.size()),
                           " of ", expected,
                           " images are missing, the first: ", i,
                           "; is a shard missing or unfinished?");
    }
  }
  for (auto& [index, record] : by_index) {
    run.records.push_back(std::move(record.first));
  }
  return run;
}

}  // namespace evaluation
}  // namespace tflite
