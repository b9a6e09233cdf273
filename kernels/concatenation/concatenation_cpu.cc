#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "kernels/concatenation/concatenation.h"
#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/math/vector/byte_table.h"
#include "kernels/math/vector/vector.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 64 * 1024;
// Shorter rows are looked up byte by byte.
constexpr int64_t kVectorRow = 12;

// The rows of one input, `offset` elements into those of the output.
void CopyPiece(const Concatenation& op, int64_t width, int64_t offset,
               int bytes, const void* in, void* out, ThreadPool& threads) {
  StridedCopy copy;
  copy.Add(op.rows, width, op.row_elements);
  copy.Add(width, 1, 1);
  copy.out_offset = offset;
  RunStridedCopy(copy, bytes, in, out, &threads);
}

Status Copy(const Concatenation& op, ThreadPool& threads, const Cells& cells) {
  int64_t offset = 0;
  for (size_t i = 0; i < op.pieces.size(); ++i) {
    const int64_t width = op.pieces[i].width;
    CopyPiece(op, width, offset, cells.bytes, cells.in[i], cells.out[0],
              threads);
    offset += width;
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

struct State : KernelState {
  // Of 8-bit inputs, one for each; those that are only copied do not use it.
  std::vector<ByteTable> tables;
};

template <typename T>
void MakeTables(const Concatenation& op, State* state) {
  state->tables.resize(op.pieces.size());
  for (size_t i = 0; i < op.pieces.size(); ++i) {
    const Concatenation::Piece& piece = op.pieces[i];
    if (!piece.requantize) continue;
    state->tables[i] =
        ByteTable::Of<T>([&](T v) { return Requantize<T>(op, piece, v); });
  }
}

Status EvalByTables(const Concatenation& op, const State& state,
                    EvalContext& context) {
  ThreadPool& threads = context.threads();
  auto* out = context.out<uint8_t>(0);
  int64_t offset = 0;
  for (size_t i = 0; i < op.pieces.size(); ++i) {
    const int64_t width = op.pieces[i].width;
    const auto* in = context.in<uint8_t>(static_cast<int>(i));
    if (!op.pieces[i].requantize) {
      CopyPiece(op, width, offset, 1, in, out, threads);
    } else if (width > 0) {
      uint8_t* to = out + offset;
      ParallelRange(threads, op.rows, LeastItems(kGrain, {width}),
                    [&](int64_t begin, int64_t end) {
                      MapRows(op, width, state.tables[i], in, to, begin, end);
                    });
    }
    offset += width;
  }
  return OkStatus();
}

}  // namespace

Status PrepareConcatenationCpu(const Concatenation& op,
                               PrepareContext& context) {
  if (!op.requantize || ElementBits(op.type) != 8) return OkStatus();
  auto state = std::make_unique<State>();
  if (op.type == kTfLiteInt8) {
    MakeTables<int8_t>(op, state.get());
  } else {
    MakeTables<uint8_t>(op, state.get());
  }
  context.state = std::move(state);
  return OkStatus();
}

Status EvalConcatenationCpu(const Concatenation& op, EvalContext& context) {
  if (op.requantize && ElementBits(op.type) == 8) {
    return EvalByTables(op, *context.state<State>(), context);
  }
  if (op.requantize) return EvalConcatenationReference(op, context);
  absl::InlinedVector<int, 8> inputs(op.pieces.size());
  std::iota(inputs.begin(), inputs.end(), 0);
  return MoveCells(op, context, inputs, [&](const Cells& cells) {
    return Copy(op, context.threads(), cells);
  });
}

}  // namespace tflite::kernels
