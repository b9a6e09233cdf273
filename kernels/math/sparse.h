#ifndef KERNELS_MATH_SPARSE_H_
#define KERNELS_MATH_SPARSE_H_

#include <cstdint>

#include "tensorflow_lite_lite/base/tensor_view.h"

namespace tflite::kernels {

// A sparse tensor has the shape of the dense one and stores some of its
// elements, the others being zero. Its dimensions, some of them cut into
// blocks, are nested in the traversal order. With rank r, dimension d < r of
// that order counts the blocks along dimension d (elements where d is not cut),
// and dimension r + k counts inside the blocks of dimension block_map[k]. Level
// by level, position p of the level before leads
//   dense  to the positions p * extent + i, whose indices are i
//   CSR    to the positions k from segments[p] up to segments[p + 1], whose
//          indices are indices[k]
// and the position on the last level is the place of the value.

// OK when the layout fits the tensor's shape and its memory: ExpandSparse then
// reaches every value.
Status CheckSparse(const TensorView& sparse);

// Writes all elements of the dense tensor. Elements are of whole bytes.
Status ExpandSparse(const TensorView& sparse, void* dense);

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_SPARSE_H_
