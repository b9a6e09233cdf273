#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "kernels/concatenation/concatenation.h"
#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 64 * 1024;

Status Copy(const Concatenation& op, ThreadPool& threads, const Cells& cells) {
  int64_t offset = 0;
  for (size_t i = 0; i < op.pieces.size(); ++i) {
    const int64_t width = op.pieces[i].width;
    StridedCopy copy;
    copy.Add(op.rows, width, op.row_elements);
    copy.Add(width, 1, 1);
    copy.out_offset = offset;
    offset += width;
    RunStridedCopy(copy, cells.bytes, cells.in[i], cells.out[0], &threads);
  }
  return OkStatus();
}

template <typename T>
T Requantize(const Concatenation& op, const Concatenation::Piece& piece,
             int value) {
  const float scaled =
      std::round(static_cast<float>(value) * piece.scale + piece.bias);
  const double shifted = static_cast<double>(scaled) + op.out_zero_point;
  return static_cast<T>(
      std::min<double>(std::max<double>(shifted, std::numeric_limits<T>::min()),
                       std::numeric_limits<T>::max()));
}

// Rows [begin, end) of one 8-bit input.
template <typename T>
void MapRows(const Concatenation& op, int64_t width, const T* table,
             const T* in, T* out, int64_t begin, int64_t end) {
  for (int64_t row = begin; row < end; ++row) {
    const T* from = in + row * width;
    T* to = out + row * op.row_elements;
    for (int64_t k = 0; k < width; ++k) {
      to[k] = table[static_cast<uint8_t>(from[k])];
    }
  }
}

template <typename T>
Status EvalByTable(const Concatenation& op, EvalContext& context) {
  int64_t offset = 0;
  for (size_t i = 0; i < op.pieces.size(); ++i) {
    const Concatenation::Piece& piece = op.pieces[i];
    T table[256];
    for (int v = std::numeric_limits<T>::min();
         v <= std::numeric_limits<T>::max(); ++v) {
      table[static_cast<uint8_t>(v)] =
          piece.requantize ? Requantize<T>(op, piece, v) : static_cast<T>(v);
    }
    const T* in = context.in<T>(static_cast<int>(i));
    T* out = context.out<T>(0) + offset;
    offset += piece.width;
    if (piece.width == 0) continue;
    context.threads().ParallelFor(
        op.rows, std::max<int64_t>(1, kGrain / piece.width),
        [&](int64_t begin, int64_t end) {
          MapRows(op, piece.width, table, in, out, begin, end);
        });
  }
  return OkStatus();
}

}  // namespace

Status EvalConcatenationCpu(const Concatenation& op, EvalContext& context) {
  if (op.requantize && op.type == kTfLiteInt8) {
    return EvalByTable<int8_t>(op, context);
  }
  if (op.requantize && op.type == kTfLiteUInt8) {
    return EvalByTable<uint8_t>(op, context);
  }
  if (op.requantize) return EvalConcatenationReference(op, context);
  absl::InlinedVector<int, 8> inputs(op.pieces.size());
  std::iota(inputs.begin(), inputs.end(), 0);
  return MoveCells(op, context, inputs, [&](const Cells& cells) {
    return Copy(op, context.threads(), cells);
  });
}

}  // namespace tflite::kernels
