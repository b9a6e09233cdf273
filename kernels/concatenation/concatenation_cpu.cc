#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "kernels/concatenation/concatenation.h"
#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/math/vector/byte_table.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 64 * 1024;
// Shorter rows are looked up byte by byte.
constexpr int64_t kVectorRow = 12;

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
void MapRows(const Concatenation& op, int64_t width, const ByteTable& table,
             const uint8_t* in, uint8_t* out, int64_t begin, int64_t end) {
  // Rows that follow each other are one.
  const int64_t run = width == op.row_elements ? end - begin : 1;
  for (int64_t row = begin; row < end; row += run) {
    const uint8_t* from = in + row * width;
    uint8_t* to = out + row * op.row_elements;
    if (width >= kVectorRow) {
      table.Apply(from, width * run, to);
      continue;
    }
    for (int64_t k = 0; k < width * run; ++k) to[k] = table.value[from[k]];
  }
}

template <typename T>
Status EvalByTable(const Concatenation& op, EvalContext& context) {
  int64_t offset = 0;
  for (size_t i = 0; i < op.pieces.size(); ++i) {
    const Concatenation::Piece& piece = op.pieces[i];
    const ByteTable table = ByteTable::Of<T>([&](T v) {
      return piece.requantize ? Requantize<T>(op, piece, v) : v;
    });
    const auto* in = context.in<uint8_t>(static_cast<int>(i));
    uint8_t* out = context.out<uint8_t>(0) + offset;
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
