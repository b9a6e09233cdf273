#ifndef KERNELS_BINARY_BINARY_COMPUTE_ROWS_H_
#define KERNELS_BINARY_BINARY_COMPUTE_ROWS_H_

#include "kernels/binary/binary.h"
#include "kernels/binary/bytes/byte_pairs.h"

namespace tflite::kernels {

// Computes one row of the output. The pointers are the tensors' beginnings.
using BinaryRowFunction = void (*)(const Binary& op, const BroadcastRow& row,
                                   const void* x, const void* y, void* out);

// The vectorised row function of a bound operator, null where there is none.
BinaryRowFunction FindFloatRow(const Binary& op);    // FLOAT32
BinaryRowFunction FindHalfRow(const Binary& op);     // FLOAT16, BFLOAT16
BinaryRowFunction FindIntegerRow(const Binary& op);  // plain integers, BOOL
BinaryRowFunction FindQuantizedRow(const Binary& op);
BinaryRowFunction FindByteSumRow(const Binary& op);  // BinaryForm::kSum, 8 bits

// Vector rows of sums and products of quantized bytes, and their constants;
// null if this machine or these scales have none.
BytePairsRow FindBytePairs(const Binary& op, BytePairs* pairs);

// `out[i] = function(op, x[i], y[i])` on a row, three times: for operands that
// both move along it, for an x that stays, for a y that stays. The name gets
// the suffixes Both, Right (y moves) and Left (x moves).
#define TFLL_BINARY_ROWS(name, T, function)                                   \
  TFLL_VECTOR_CLONES                                                          \
  void name##Both(const Binary& op, const BroadcastRow& row, const void* xs,  \
                  const void* ys, void* outs) {                               \
    const T* x = static_cast<const T*>(xs) + row.in[0];                       \
    const T* y = static_cast<const T*>(ys) + row.in[1];                       \
    T* out = static_cast<T*>(outs) + row.out;                                 \
    const auto f = function(op);                                              \
    const int64_t count = row.count;                                          \
    TFLL_VECTOR_LOOP                                                          \
    for (int64_t i = 0; i < count; ++i) out[i] = f(x[i], y[i]);               \
  }                                                                           \
  TFLL_VECTOR_CLONES                                                          \
  void name##Right(const Binary& op, const BroadcastRow& row, const void* xs, \
                   const void* ys, void* outs) {                              \
    const T x = static_cast<const T*>(xs)[row.in[0]];                         \
    const T* y = static_cast<const T*>(ys) + row.in[1];                       \
    T* out = static_cast<T*>(outs) + row.out;                                 \
    const auto f = function(op);                                              \
    const int64_t count = row.count;                                          \
    TFLL_VECTOR_LOOP                                                          \
    for (int64_t i = 0; i < count; ++i) out[i] = f(x, y[i]);                  \
  }                                                                           \
  TFLL_VECTOR_CLONES                                                          \
  void name##Left(const Binary& op, const BroadcastRow& row, const void* xs,  \
                  const void* ys, void* outs) {                               \
    const T* x = static_cast<const T*>(xs) + row.in[0];                       \
    const T y = static_cast<const T*>(ys)[row.in[1]];                         \
    T* out = static_cast<T*>(outs) + row.out;                                 \
    const auto f = function(op);                                              \
    const int64_t count = row.count;                                          \
    TFLL_VECTOR_LOOP                                                          \
    for (int64_t i = 0; i < count; ++i) out[i] = f(x[i], y);                  \
  }

// The one of the three that serves `op`. Two scalars make a row of one element,
// along which both "move".
#define TFLL_BINARY_ROW_OF(op, name)                     \
  ((op).loop.moves(0) == (op).loop.moves(1) ? name##Both \
   : (op).loop.moves(0)                     ? name##Left \
                                            : name##Right)

}  // namespace tflite::kernels

#endif  // KERNELS_BINARY_BINARY_COMPUTE_ROWS_H_
