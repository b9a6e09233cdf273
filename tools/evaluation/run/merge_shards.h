#ifndef TOOLS_EVALUATION_RUN_MERGE_SHARDS_H_
#define TOOLS_EVALUATION_RUN_MERGE_SHARDS_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/evaluation/run/results.h"

namespace tflite {
namespace evaluation {

// Reads the state files of shards of one run, in any order. An error if they
// belong to different runs, if an image occurs twice, or, unless
// `allow_missing`, if one is missing; the message names the files.
base::StatusOr<ImageRun> MergeStateFiles(const std::vector<std::string>& paths,
                                         bool allow_missing);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_RUN_MERGE_SHARDS_H_
