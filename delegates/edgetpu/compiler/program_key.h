#ifndef DELEGATES_EDGETPU_COMPILER_PROGRAM_KEY_H_
#define DELEGATES_EDGETPU_COMPILER_PROGRAM_KEY_H_

#include <string>
#include <vector>

#include "delegates/edgetpu/compiler/layers.h"
#include "delegates/edgetpu/isa/target.h"

namespace tflite::edgetpu {

// Everything that CompileLayers depends on but its own version, as bytes:
// different arguments have different bytes. Labels count, since programs have
// the names of layers.
std::string ProgramKeyOf(const LayerGraph& graph,
                         const std::vector<Image>& images,
                         const Target& target);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_PROGRAM_KEY_H_
