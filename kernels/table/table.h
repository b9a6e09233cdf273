#ifndef KERNELS_TABLE_TABLE_H_
#define KERNELS_TABLE_TABLE_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// Table (custom): each element is replaced by its entry in a table.
//   INT8 value   table of 256: element q -> table[q taken as an unsigned byte]
//   INT16 value  table of 513, one entry for every 128 steps from -32768 on;
//                between two entries a and b: a + ((b - a) * (q mod 128) + 64)
//                / 128, rounded down
//
// Inputs 0 value, INT8 or INT16; 1 table [256 or 513] of the output's type
// Output of the value's shape: INT8 or INT16 for an INT8 value, INT16 for INT16
//
// Constraints:
//   C1 two inputs and one output
//   C2 value and output have types as above, the table that of the output
//   C3 the table is a vector of the length above
struct Table : BoundOp {
  TfLiteType type;
  TfLiteType out_type;
  int64_t elements;
};

StatusOr<Table> BindTable(const NodeView& node);

Status EvalTableReference(const Table& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_TABLE_TABLE_H_
