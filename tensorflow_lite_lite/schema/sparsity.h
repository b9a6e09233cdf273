#ifndef TENSORFLOW_LITE_LITE_SCHEMA_SPARSITY_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_SPARSITY_H_

#include <cstdint>

#include "absl/types/span.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/schema/schema_fwd.h"

namespace tflite::schema {

// What a consistent sparse layout stores.
struct SparseExtent {
  int64_t values =
      0;  // elements of the tensor's data, zeros of blocks included
  int64_t entries = 0;  // elements of all index arrays together
};

// Checks that a layout fits a tensor of `shape`: the traversal order is a
// permutation of the dimensions and the blocks, sizes match the shape, segments
// are ascending and indices are within their dimension. Accesses that follow a
// checked layout stay within its arrays and the shape.
StatusOr<SparseExtent> CheckSparsity(const SparsityParameters& sparsity,
                                     absl::Span<const int32_t> shape);

// Converts a layout that CheckSparsity accepted to the C form. The caller frees
// it with TfLiteSparsityFree or passes ownership to a tensor.
StatusOr<TfLiteSparsity*> MakeSparsity(const SparsityParameters& sparsity);

}  // namespace tflite::schema

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_SPARSITY_H_
