#ifndef DELEGATES_EDGETPU_COMPILER_CAPS_H_
#define DELEGATES_EDGETPU_COMPILER_CAPS_H_

#include "delegates/common/graph_facts.h"
#include "delegates/edgetpu/isa/target.h"

namespace tflite::edgetpu {

using namespace delegates;

// What decides whether the compiler takes an operator.
struct EdgeTpuCaps : GraphFacts {
  Target target = DefaultTarget();
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_CAPS_H_
