#ifndef TOOLS_EDGETPU_COMPILER_SEGMENTS_H_
#define TOOLS_EDGETPU_COMPILER_SEGMENTS_H_

#include <vector>

#include "tools/edgetpu_compiler/compile_model.h"

namespace tflite::edgetpu_compiler {

// Cuts the primary subgraph into `count` models, each a run of its operators,
// and compiles each. The inputs of a segment are, by name, inputs of the model
// and outputs of earlier segments. Inputs and outputs of the model keep their
// names; other tensors get one of their own if they share it. The last segment
// has the outputs of the model: it returns those that others write, or nobody,
// as they are. The cuts are chosen so
// that the longest estimated time of a segment is short; costs of operators are
// those of the compiled whole, corrected by those of compiled segments. Invalid
// if the model has several subgraphs, variables, or inputs and outputs with the
// same name, if a segment would have nothing to map, or if there are
// intermediate tensors. The deadline is that of all segments together.
base::StatusOr<std::vector<CompiledModel>> CompileSegments(
    const FlatBufferModel& model, int count, const CompileOptions& options);

// The estimated seconds of all mapped parts of a model, one after the other.
double EstimatedSeconds(const CompiledModel& model);

}  // namespace tflite::edgetpu_compiler

#endif  // TOOLS_EDGETPU_COMPILER_SEGMENTS_H_
