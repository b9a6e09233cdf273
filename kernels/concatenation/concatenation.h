#ifndef KERNELS_CONCATENATION_CONCATENATION_H_
#define KERNELS_CONCATENATION_CONCATENATION_H_

#include <vector>

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// CONCATENATION: joins tensors along one dimension. PACK: stacks tensors of one
// shape along a new dimension. Negative axes count from the back of the output.
//
// Inputs  any number, CONCATENATION: equal shapes but for the extent along the
//         axis; PACK: equal shapes
// Output  CONCATENATION: that extent summed up; PACK: the number of inputs
//         inserted at the axis
// Types: any, the same everywhere. Where an INT8, UINT8 or INT16 input of a
// CONCATENATION differs from the output in scale or zero point, its elements
// become round((q - zero_point) * scale / output scale) + output zero point,
// within the type's range.
//
// Constraints:
//   C1 at least one input, all present, and one output; PACK: as many inputs as
//      the options say
//   C2 inputs and output have one type
//   C3 the axis lies inside the output's rank
//   C4 shapes agree as said above; CONCATENATION treats scalars as vectors of
//      one element
//   C5 the fused activation is NONE
//   C6 PACK: inputs and output have one scale and zero point; CONCATENATION:
//      the output of inputs that are requantized has a scale above 0, and
//      their scales divided by it, also times their zero points, are finite
struct Concatenation : BoundOp {
  struct Piece {
    int64_t width = 0;  // elements of one row that come from this input
    bool requantize = false;
    float scale = 1.0f;  // input scale / output scale
    float bias = 0.0f;   // -input zero point * scale
  };

  TfLiteType type;
  int axis;                   // in the output
  int64_t rows;               // product of the extents before the axis
  int64_t row_elements;       // of the output
  std::vector<Piece> pieces;  // one per input
  bool requantize = false;    // some piece is
  int32_t out_zero_point = 0;
};

StatusOr<Concatenation> BindConcatenation(const NodeView& node);
StatusOr<Concatenation> BindPack(const NodeView& node);

Status EvalConcatenationReference(const Concatenation& op,
                                  EvalContext& context);
// Rows in threads; 8-bit requantization by tables, made once.
Status PrepareConcatenationCpu(const Concatenation& op,
                               PrepareContext& context);
Status EvalConcatenationCpu(const Concatenation& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_CONCATENATION_CONCATENATION_H_
