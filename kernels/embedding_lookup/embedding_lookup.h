#ifndef KERNELS_EMBEDDING_LOOKUP_EMBEDDING_LOOKUP_H_
#define KERNELS_EMBEDDING_LOOKUP_EMBEDDING_LOOKUP_H_

#include <cstdint>
#include <vector>

#include "kernels/math/blockwise.h"
#include "tensorflow_lite_lite/base/op.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

// EMBEDDING_LOOKUP: rows of a table, by their numbers.
//   out(i, ..) = table(ids(i), ..)
// Output and table are of one type, or the table holds integers that become
// numbers, scale * (stored - zero point); scales belong to the table, to a row,
// or to a block of a row's innermost elements.
//
// Input 0  ids, INT32 or INT64 [n]
// Input 1  table [rows, ..]
// Output   [n, ..]
//
// Constraints:
//   C1 two inputs and one output
//   C2 ids are an INT32 or INT64 vector
//   C3 the table has rank 1 or more and elements of fixed size
//   C4 the output has the table's type, or is FLOAT32 or FLOAT16 with a table
//      of INT8, UINT8, INT4 or INT2, or INT8 with one of UINT8, whose bytes it
//      gets
//   C5 such a table has one scale, one per row, or one per block
//   C6 ids lie in [0, rows); checked at evaluation
struct EmbeddingLookup : BoundOp {
  TfLiteType table_type = kTfLiteNoType;
  TfLiteType output_type = kTfLiteNoType;
  bool ids_are_64_bit = false;
  int64_t count = 0;     // ids
  int64_t rows = 0;      // of the table
  int64_t row_size = 0;  // elements

  // Integers that become numbers.
  bool dequantize = false;
  Blocks blocks;
  // One per row; empty with blocks, and with one scale for all, which is read
  // from the table at evaluation.
  std::vector<float> row_scales;
  std::vector<int32_t> row_zero_points;
};

StatusOr<EmbeddingLookup> BindEmbeddingLookup(const NodeView& node);
Status EvalEmbeddingLookupReference(const EmbeddingLookup& op,
                                    EvalContext& context);

// EMBEDDING_LOOKUP_SPARSE: weighted sums of rows of a table. The indices form a
// sparse matrix of ids: entry i has the position indices(i, ..) in
// `dense_shape`, and all entries that differ in the last coordinate only belong
// to one output row:
//   sum    sum of weight(i) * table(ids(i), ..)
//   mean   the same divided by the sum of the weights
//   sqrtn  the same divided by the root of the sum of the weights' squares
// Rows without entries are 0.
//
// Input 0  ids, INT32 [n]
// Input 1  indices, INT32 [n, rank]
// Input 2  dense shape, INT32 [rank]
// Input 3  weights, FLOAT32 [n]
// Input 4  table, FLOAT32 [rows, ..]
// Output   FLOAT32 [dense_shape without its last extent, ..]
//
// Constraints:
//   S1 five inputs and one output
//   S2 ids, indices and dense shape are INT32 and have the shapes above
//   S3 weights and table are FLOAT32 and have the shapes above, the table at
//      least rank 1, the dense shape at least one extent
//   S4 the dense shape has no negative extent
//   S5 the combiner is one of the three
//   S6 ids lie in [0, rows) and indices in the dense shape; checked at
//      evaluation
struct EmbeddingLookupSparse : BoundOp {
  TfLiteCombinerType combiner = kTfLiteCombinerTypeSum;
  int64_t count = 0;     // entries
  int32_t rank = 0;      // of the dense shape
  int64_t rows = 0;      // of the table
  int64_t row_size = 0;  // elements
};

StatusOr<EmbeddingLookupSparse> BindEmbeddingLookupSparse(const NodeView& node);
Status EvalEmbeddingLookupSparseReference(const EmbeddingLookupSparse& op,
                                          EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_EMBEDDING_LOOKUP_EMBEDDING_LOOKUP_H_
