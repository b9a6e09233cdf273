#ifndef KERNELS_REGISTER_OUTPUT_TYPES_H_
#define KERNELS_REGISTER_OUTPUT_TYPES_H_

#include "tensorflow_lite_lite/base/node_view.h"

// The types of outputs, for operators that do not take them from the model
// (`output_type` in kernels/op_table.bzl). kTfLiteNoType where the node lacks
// what the rule looks at: binding then reports what is missing.
namespace tflite::kernels::output_types {

using Rule = TfLiteType (*)(const NodeView& node, int output);

TfLiteType OfInput0(const NodeView& node, int output);
TfLiteType OfInput1(const NodeView& node, int output);
TfLiteType OfInput2(const NodeView& node, int output);

TfLiteType Bool(const NodeView& node, int output);
TfLiteType Int32(const NodeView& node, int output);
TfLiteType Int64(const NodeView& node, int output);
TfLiteType Float32(const NodeView& node, int output);
TfLiteType Complex64(const NodeView& node, int output);

// Output 1 is FLOAT32, the others INT32.
TfLiteType Int32ButScores(const NodeView& node, int output);
// As declared where that is FLOAT16 or BFLOAT16, else FLOAT32.
TfLiteType Dequantized(const NodeView& node, int output);

TfLiteType ByArgMinMaxOptions(const NodeView& node, int output);
TfLiteType ByShapeOptions(const NodeView& node, int output);

// Gives the outputs of `node` the types of `rule`; a warning says where the
// model declares another. Before binding, so that whoever reads the outputs
// binds to the same types. Constants and variables stay as they are declared.
void Apply(Rule rule, const NodeView& node, const char* op);

}  // namespace tflite::kernels::output_types

#endif  // KERNELS_REGISTER_OUTPUT_TYPES_H_
