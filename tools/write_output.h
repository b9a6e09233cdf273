#ifndef TOOLS_WRITE_OUTPUT_H_
#define TOOLS_WRITE_OUTPUT_H_

#include <string>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite {
namespace tools {

// Writes the bytes to the file, in the place of what it held; an empty path
// stands for standard output. An error names the file and what the system said.
base::Status WriteOutput(const std::string& path, const std::string& bytes);

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_WRITE_OUTPUT_H_
