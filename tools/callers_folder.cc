#include "tools/callers_folder.h"

#include <unistd.h>

#include <cstdlib>
#include <string>

#include "tools/logging.h"

namespace tflite {
namespace tools {

void EnterCallersFolder() {
  const char* callers = std::getenv("BUILD_WORKING_DIRECTORY");
  if (callers == nullptr) return;
  // A script run by `bazel run` passes the variable on to programs that it
  // starts in other folders.
  char* here = getcwd(nullptr, 0);
  const bool in_runfiles =
      here != nullptr &&
      (std::string(here) + "/").find(".runfiles/") != std::string::npos;
  std::free(here);
  if (in_runfiles && chdir(callers) != 0) {
    TFLITE_LOG(WARN) << "paths are not relative to " << callers
                     << ": the folder cannot be entered";
  }
}

}  // namespace tools
}  // namespace tflite
