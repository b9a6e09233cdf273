#ifndef TOOLS_EDGETPU_COMPILER_EXECUTABLE_TEXT_H_
#define TOOLS_EDGETPU_COMPILER_EXECUTABLE_TEXT_H_

#include <string>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/model.h"

namespace tflite::edgetpu_compiler {

// What the executables of a compiled model hold, for people: target, tensors,
// memory map, transfers, estimated cycles of the layers, the original nodes'
// size; with `code` also all instructions. Invalid if the model has no
// executable, or one that is damaged or that its target cannot run. Of an
// executable of another version, or for a target that is not known here, only
// what every runtime reads, and the target's description. Quotes and control
// characters in names are escaped.
base::StatusOr<std::string> ExecutablesText(const FlatBufferModel& model,
                                            bool code);

}  // namespace tflite::edgetpu_compiler

#endif  // TOOLS_EDGETPU_COMPILER_EXECUTABLE_TEXT_H_
