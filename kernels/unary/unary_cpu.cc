#include <algorithm>

#include "kernels/math/vector/byte_table.h"
#include "kernels/math/vector/float_map.h"
#include "kernels/math/vector/vector.h"
#include "kernels/unary/unary_compute.h"
#include "kernels/unary/unary_function.h"

namespace tflite::kernels {
namespace {

struct State : KernelState {
  FloatMap map;
  ByteTable table;  // quantized 8-bit types, BOOL
};

template <typename T>
ByteTable TableOf(const Unary& op) {
  return ByteTable::Of<T>([&op](T x) { return UnaryStored(op, x); });
}

TFLL_VECTOR_CLONES
int32_t LeastOf(const int8_t* in, int64_t count) {
  int8_t least = INT8_MAX;
  for (int64_t i = 0; i < count; ++i) least = std::min(least, in[i]);
  return least;
}
TFLL_VECTOR_CLONES
int32_t LeastOf(const uint8_t* in, int64_t count) {
  uint8_t least = UINT8_MAX;
  for (int64_t i = 0; i < count; ++i) least = std::min(least, in[i]);
  return least;
}
TFLL_VECTOR_CLONES
int32_t LeastOf(const int16_t* in, int64_t count) {
  int16_t least = INT16_MAX;
  for (int64_t i = 0; i < count; ++i) least = std::min(least, in[i]);
  return least;
}

template <typename T>
Status CheckRoots(const Unary& op, EvalContext& context) {
  const int32_t least = LeastOf(context.in<T>(0), op.count);
  TFLL_CONSTRAINT(C5, least >= op.in.zero_point, "some element is ",
                  op.in.Real(least));
  return OkStatus();
}

Status CheckDomain(const Unary& op, EvalContext& context) {
  if (!op.quantized || !IsRoot(op.kind)) return OkStatus();
  if (op.type == kTfLiteInt8) return CheckRoots<int8_t>(op, context);
  if (op.type == kTfLiteUInt8) return CheckRoots<uint8_t>(op, context);
  return CheckRoots<int16_t>(op, context);
}

}  // namespace

Status PrepareUnaryCpu(const Unary& op, PrepareContext& context) {
  auto state = std::make_unique<State>();
  const UnaryLoop loop = UnaryLoopOf(op.kind, op.type);
  state->map = {loop.run, 0, loop.grain, op.in, op.out};
  if (op.quantized && op.type == kTfLiteInt8)
    state->table = TableOf<int8_t>(op);
  if (op.quantized && op.type == kTfLiteUInt8)
    state->table = TableOf<uint8_t>(op);
  if (op.kind == UnaryKind::kLogicalNot) {
    state->table = ByteTable::Of<uint8_t>([](uint8_t x) { return x == 0; });
  }
  context.state = std::move(state);
  return OkStatus();
}

Status EvalUnaryCpu(const Unary& op, EvalContext& context) {
  const State& state = *context.state<State>();
  const auto* in = context.in<uint8_t>(0);
  auto* out = context.out<uint8_t>(0);
  const bool bytes = ElementBits(op.type) == 8;
  if (op.kind == UnaryKind::kLogicalNot || (op.quantized && bytes)) {
    TFLL_RETURN_IF_ERROR(CheckDomain(op, context));
    ParallelRange(context.threads(), op.count, 65536,
                  [&](int64_t begin, int64_t end) {
                    state.table.Apply(in + begin, end - begin, out + begin);
                  });
    return OkStatus();
  }
  const bool floats = op.type == kTfLiteFloat32 || op.type == kTfLiteFloat16 ||
                      op.type == kTfLiteBFloat16;
  if (!floats && !op.quantized) return EvalUnaryReference(op, context);
  TFLL_RETURN_IF_ERROR(CheckDomain(op, context));
  const bool in_integers =
      op.kind == UnaryKind::kAbs || op.kind == UnaryKind::kExp;
  if (op.type == kTfLiteInt16 && in_integers) {
    ParallelRange(context.threads(), op.count, 32768,
                  [&](int64_t begin, int64_t end) {
                    const int16_t* x = context.in<int16_t>(0);
                    int16_t* y = context.out<int16_t>(0);
                    for (int64_t i = begin; i < end; ++i) {
                      y[i] = UnaryStored(op, x[i]);
                    }
                  });
    return OkStatus();
  }
  return state.map.Run(op.type, in, op.count, out, context.threads(),
                       [&op](int16_t x) { return UnaryStored(op, x); });
}

}  // namespace tflite::kernels
