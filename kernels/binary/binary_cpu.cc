#include "kernels/binary/binary_compute.h"
#include "kernels/math/vector/byte_table.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 4096, kByteGrain = 65536;
// Rows of bytes up to here are done several at once.
constexpr int64_t kShortByteRow = 512;
// The same for other rows along which both operands move: most often, one of
// them repeats a row, which is copied once for many.
constexpr int64_t kShortRowOfBoth = 512;

struct State : KernelState {
  BinaryRowFunction row = nullptr;
  // Short rows: `op` with operands that both move, and its function.
  std::unique_ptr<Binary> dense;
  // Sums and products of bytes; null if `row` computes them.
  BytePairsRow byte_row = nullptr;
  BytePairs pairs;
  // One of the operands is a single byte: there are only 256 results.
  bool by_table = false;
  // So are there if both are the same tensor.
  bool by_table_of_one = false;
};

// Fewer elements than this are not worth a table.
constexpr int64_t kMinTabulated = 1024;

// The results for each byte of the operand that moves, or of both.
ByteTable TableOf(const Binary& op, const State& state, const uint8_t* x,
                  const uint8_t* y) {
  ByteTable bytes, table;
  for (int i = 0; i < 256; ++i) bytes.value[i] = static_cast<uint8_t>(i);
  const bool x_moves = op.loop.moves(0), y_moves = op.loop.moves(1);
  const uint8_t* a = x_moves ? bytes.value : x;
  const uint8_t* b = y_moves ? bytes.value : y;
  if (state.byte_row != nullptr) {
    state.byte_row(state.pairs, a, x_moves ? 1 : 0, b, y_moves ? 1 : 0, 256,
                   table.value);
  } else {
    state.row(op, {0, {0, 0, 0}, 256}, a, b, table.value);
  }
  return table;
}

void EvalByTable(const Binary& op, const State& state, EvalContext& context) {
  const auto* x = context.in<uint8_t>(0);
  const auto* y = context.in<uint8_t>(1);
  auto* out = context.out<uint8_t>(0);
  const ByteTable table = TableOf(op, state, x, y);
  const uint8_t* in = op.loop.moves(0) ? x : y;
  ParallelRange(context.threads(), op.loop.num_elements(), kByteGrain,
                [&](int64_t begin, int64_t end) {
                  table.Apply(in + begin, end - begin, out + begin);
                });
}

// With State::byte_row.
void EvalBytes(const Binary& op, const State& state, EvalContext& context) {
  const auto* x = context.in<uint8_t>(0);
  const auto* y = context.in<uint8_t>(1);
  auto* out = context.out<uint8_t>(0);
  if (op.loop.has_short_rows(kShortByteRow)) {
    op.loop.ForEachBlock(
        context.threads(), kByteGrain, 1, {x, y},
        [&](const BroadcastBlock& block) {
          state.byte_row(state.pairs, static_cast<const uint8_t*>(block.in[0]),
                         1, static_cast<const uint8_t*>(block.in[1]), 1,
                         block.count, out + block.out);
        });
    return;
  }
  const int x_step = op.loop.moves(0) ? 1 : 0;
  const int y_step = op.loop.moves(1) ? 1 : 0;
  op.loop.ForEachRow(
      context.threads(), kByteGrain, [&](const BroadcastRow& row) {
        state.byte_row(state.pairs, x + row.in[0], x_step, y + row.in[1],
                       y_step, row.count, out + row.out);
      });
}

}  // namespace

Status PrepareBinaryCpu(const Binary& op, PrepareContext& context) {
  auto state = std::make_unique<State>();
  state->byte_row = FindBytePairs(op, &state->pairs);
  const bool both_move = op.loop.moves(0) && op.loop.moves(1);
  if (both_move ? op.loop.has_short_rows(kShortRowOfBoth)
                : op.loop.has_short_rows()) {
    state->dense = std::make_unique<Binary>(op);
    const Shape pair({2});
    state->dense->loop = Broadcast(pair, {pair, pair});
  }
  state->row = FindBinaryRow(state->dense != nullptr ? *state->dense : op);
  const bool tabulated = op.quantized && ElementBits(op.type) == 8 &&
                         op.loop.num_elements() >= kMinTabulated &&
                         (state->byte_row != nullptr || state->row != nullptr);
  state->by_table = tabulated && op.loop.is_dense(0) != op.loop.is_dense(1);
  state->by_table_of_one =
      tabulated && op.loop.is_dense(0) && op.loop.is_dense(1);
  context.state = std::move(state);
  return OkStatus();
}

Status EvalBinaryCpu(const Binary& op, EvalContext& context) {
  const State& state = *context.state<State>();
  if (state.by_table ||
      (state.by_table_of_one && context.in<void>(0) == context.in<void>(1))) {
    EvalByTable(op, state, context);
    return OkStatus();
  }
  if (state.byte_row != nullptr) {
    EvalBytes(op, state, context);
    return OkStatus();
  }
  const BinaryRowFunction function = state.row;
  if (function == nullptr) return EvalBinaryReference(op, context);
  const void* x = context.in<void>(0);
  const void* y = context.in<void>(1);
  void* out = context.out<void>(0);
  if (state.dense != nullptr) {
    op.loop.ForEachBlock(
        context.threads(), kGrain, static_cast<int>(ElementBits(op.type) / 8),
        {x, y}, [&](const BroadcastBlock& block) {
          function(*state.dense, {block.out, {0, 0, 0}, block.count},
                   block.in[0], block.in[1], out);
        });
    return OkStatus();
  }
  op.loop.ForEachRow(context.threads(), kGrain, [&](const BroadcastRow& row) {
    function(op, row, x, y, out);
  });
  return OkStatus();
}

}  // namespace tflite::kernels
