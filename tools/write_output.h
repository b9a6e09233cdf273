#ifndef TOOLS_WRITE_OUTPUT_H_
#define TOOLS_WRITE_OUTPUT_H_

#include <string>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite {
namespace tools {

// Writes the bytes to the file, replacing its contents; an empty path means
// standard output. Errors name the file and the system's reason.
base::Status WriteOutput(const std::string& path, const std::string& bytes);

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_WRITE_OUTPUT_H_
