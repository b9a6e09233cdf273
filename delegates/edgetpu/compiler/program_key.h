#ifndef DELEGATES_EDGETPU_COMPILER_PROGRAM_KEY_H_
#define DELEGATES_EDGETPU_COMPILER_PROGRAM_KEY_H_

#include <string>
#include <vector>

#include "delegates/edgetpu/compiler/layers.h"
#include "delegates/edgetpu/isa/target.h"

namespace tflite::edgetpu {

// A digest of 32 bytes of everything that CompileLayers depends on but its own
// code. Labels count, since programs have the names of layers. Different
// arguments are different texts for SHA-256; that two of n have the same digest
// by chance has the probability n * n / 2^257.
std::string ProgramKeyOf(const LayerGraph& graph,
                         const std::vector<Image>& images,
                         const Target& target);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_PROGRAM_KEY_H_
