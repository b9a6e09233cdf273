#ifndef DELEGATES_EDGETPU_ISA_TARGET_FILE_H_
#define DELEGATES_EDGETPU_ISA_TARGET_FILE_H_

#include <string>
#include <vector>

#include "delegates/edgetpu/isa/target.h"

namespace tflite::edgetpu {

// The targets that have names: the default one first, and plain arrays of 64x64
// cells. Thread-safe.
const std::vector<Target>& BuiltInTargets();

// The target that a flag or an option chooses: "" the default one, the name of
// a built-in one, or else the path of a file with its description (TargetText).
// An error names the file, and what is wrong as ParseTarget does.
StatusOr<Target> ReadTarget(const std::string& choice);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_ISA_TARGET_FILE_H_
