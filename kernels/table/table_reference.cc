#include "kernels/table/table.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 32768;

template <typename Out>
void LookUpBytes(const Table& op, EvalContext& context) {
  const uint8_t* in = context.in<uint8_t>(0);
  const Out* table = context.in<Out>(1);
  Out* out = context.out<Out>(0);
  const auto run = [&](int64_t i, int64_t end) {
    for (; i < end; ++i) out[i] = table[in[i]];
  };
  context.threads().ParallelFor(op.elements, kGrain, run);
}

void Interpolate(const Table& op, EvalContext& context) {
  const int16_t* in = context.in<int16_t>(0);
  const int16_t* table = context.in<int16_t>(1);
  int16_t* out = context.out<int16_t>(0);
  const auto run = [&](int64_t i, int64_t end) {
    for (; i < end; ++i) {
      const int position = in[i] + 32768;
      const int32_t base = table[position / 128];
      const int32_t slope = table[position / 128 + 1] - base;
      // Slopes take 17 bits, offsets 7.
      const int32_t delta = (slope * (position % 128) + 64) >> 7;
      out[i] = static_cast<int16_t>(base + delta);
    }
  };
  context.threads().ParallelFor(op.elements, kGrain, run);
}

}  // namespace

Status EvalTableReference(const Table& op, EvalContext& context) {
  if (op.type == kTfLiteInt16) {
    Interpolate(op, context);
  } else if (op.out_type == kTfLiteInt8) {
    LookUpBytes<int8_t>(op, context);
  } else {
    LookUpBytes<int16_t>(op, context);
  }
  return OkStatus();
}

}  // namespace tflite::kernels
