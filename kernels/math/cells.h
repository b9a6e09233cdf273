#ifndef KERNELS_MATH_CELLS_H_
#define KERNELS_MATH_CELLS_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "tensorflow_lite_lite/base/op.h"
#include "tensorflow_lite_lite/string_util.h"

namespace tflite::kernels {

// The elements of tensors of one type as cells of whole bytes, for operators
// that move elements without computing with them. A cell of zeros is the number
// 0, false, or the empty string.
//   types of 1 to 16 bytes   the tensors' own memory
//   INT4, INT2 and the like  unpacked, one byte per element
//   STRING                   4 bytes that identify the string
struct Cells {
  int bytes;
  absl::Span<const char* const> in;
  absl::Span<char* const> out;
};

// Calls `move` with the listed inputs and all outputs of `op`, which have the
// type of the first listed input, then packs or writes what it put into the
// outputs. Shapes of string outputs come from `op.outputs`.
Status MoveCells(const BoundOp& op, EvalContext& context,
                 absl::Span<const int> inputs,
                 absl::FunctionRef<Status(const Cells&)> move);

// The strings of a tensor, one per element; an error when the buffer is not
// valid.
StatusOr<std::vector<StringRef>> ReadStrings(const TensorView& tensor);

// Makes `strings` the elements of output `i`.
Status WriteStrings(DynamicBuffer& strings, const Shape& shape,
                    const TensorView& output);

// One byte per element, of which the low bits are stored; and back. `bits` is 2
// or 4, elements fill a byte from its low end.
void UnpackBits(const void* packed, int bits, int64_t count, char* out);
void PackBits(const char* in, int bits, int64_t count, void* packed);

// True for the types MoveCells takes.
inline bool IsMovable(TfLiteType type) {
  return type == kTfLiteString || ElementBits(type) != 0;
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_CELLS_H_
