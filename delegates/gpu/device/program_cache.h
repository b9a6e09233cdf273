#ifndef DELEGATES_GPU_DEVICE_PROGRAM_CACHE_H_
#define DELEGATES_GPU_DEVICE_PROGRAM_CACHE_H_

#include <utility>

#include "delegates/common/cache/program_cache.h"

namespace tflite::gpu {

using delegates::ProgramKey;

// Compiled programs, pipelines and results of self-checks on disk. Without a
// directory, they are in the user's cache directory.
class ProgramCache : public delegates::ProgramCache {
 public:
  explicit ProgramCache(Options options)
      : delegates::ProgramCache(WithDirectory(std::move(options))) {}

 private:
  static Options WithDirectory(Options options) {
    if (options.directory.empty()) options.directory = DefaultDirectory("gpu");
    return options;
  }
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_PROGRAM_CACHE_H_
