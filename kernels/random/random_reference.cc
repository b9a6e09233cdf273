#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "kernels/random/random.h"

namespace tflite::kernels {
namespace {

struct RandomState : KernelState {
  PhiloxSequence sequence;
};

void FillNormal(PhiloxSequence& sequence, float* out, int64_t n) {
  constexpr double kTwoPi = 6.283185307179586;
  for (int64_t i = 0; i < n; i += 2) {
    // 1 - u lies in (0, 1], where the logarithm is finite.
    const double radius =
        std::sqrt(-2.0 * std::log(1.0 - sequence.NextUniform()));
    const double angle = kTwoPi * sequence.NextUniform();
    out[i] = static_cast<float>(radius * std::cos(angle));
    if (i + 1 < n) out[i + 1] = static_cast<float>(radius * std::sin(angle));
  }
}

// Draws by inverting the cumulative distribution.
template <typename T>
void FillClasses(const Random& op, PhiloxSequence& sequence,
                 const float* logits, T* out) {
  std::vector<double> cumulative(op.classes);
  for (int64_t b = 0; b < op.batch; ++b, logits += op.classes) {
    const float max = *std::max_element(logits, logits + op.classes);
    double sum = 0;
    for (int64_t c = 0; c < op.classes; ++c) {
      if (std::isfinite(logits[c])) sum += std::exp(double{logits[c]} - max);
      cumulative[c] = sum;
    }
    for (int64_t s = 0; s < op.samples; ++s) {
      const double at = sequence.NextUniform() * sum;
      const auto it =
          std::upper_bound(cumulative.begin(), cumulative.end(), at);
      *out++ = static_cast<T>(
          std::min<int64_t>(it - cumulative.begin(), op.classes - 1));
    }
  }
}

template <typename T>
Status FillRange(PhiloxSequence& sequence, T min, T max, T* out, int64_t n) {
  if (min >= max)
    return Invalid("C4: the range [", min, ", ", max, ") is empty");
  const uint64_t span = static_cast<uint64_t>(max) - static_cast<uint64_t>(min);
  for (int64_t i = 0; i < n; ++i) {
    const uint64_t high = sequence.Next();
    const uint64_t bits = high << 32 | sequence.Next();
    out[i] = static_cast<T>(static_cast<uint64_t>(min) + bits % span);
  }
  return OkStatus();
}

template <typename T>
Status EvalInteger(const Random& op, PhiloxSequence& sequence,
                   EvalContext& context) {
  if (op.kind == RandomKind::kMultinomial) {
    FillClasses(op, sequence, context.in<float>(0), context.out<T>(0));
    return OkStatus();
  }
  return FillRange<T>(sequence, *context.in<T>(1), *context.in<T>(2),
                      context.out<T>(0), context.output(0).num_elements());
}

}  // namespace

Status PrepareRandom(const Random& op, PrepareContext& context) {
  if (context.state != nullptr) return OkStatus();
  auto state = std::make_unique<RandomState>();
  uint64_t key = uint64_t{op.seed2} << 32 | op.seed;
  if (key == 0) {
    std::random_device device;
    key = uint64_t{device()} << 32 | device();
  }
  state->sequence = PhiloxSequence(key, 0);
  context.state = std::move(state);
  return OkStatus();
}

Status EvalRandomReference(const Random& op, EvalContext& context) {
  PhiloxSequence& sequence = context.state<RandomState>()->sequence;
  const int64_t n = context.output(0).num_elements();
  switch (op.kind) {
    case RandomKind::kUniform:
      std::generate_n(context.out<float>(0), n,
                      [&] { return sequence.NextUniform(); });
      return OkStatus();
    case RandomKind::kNormal:
      FillNormal(sequence, context.out<float>(0), n);
      return OkStatus();
    case RandomKind::kMultinomial:
    case RandomKind::kUniformInt:
      return op.type == kTfLiteInt64
                 ? EvalInteger<int64_t>(op, sequence, context)
                 : EvalInteger<int32_t>(op, sequence, context);
  }
  return Internal("random bound to an unknown kind");
}

Status EvalStablehloRngBitGeneratorReference(const RngBitGenerator& op,
                                             EvalContext& context) {
  const uint64_t* state = context.in<uint64_t>(0);
  uint64_t* next = context.out<uint64_t>(0);
  uint32_t* out = context.out<uint32_t>(1);
  const uint64_t key = state[0];
  uint64_t counter = state[1];
  // A state of two elements counts with the key as its upper half.
  const uint64_t upper = op.has_upper_counter ? state[2] : key;
  for (int64_t i = 0; i < op.words; ++counter) {
    const auto copy = [&](const uint32_t* block, int64_t words) {
      const int64_t n = std::min(words, op.words - i);
      std::copy(block, block + n, out + i);
      i += n;
    };
    if (op.threefry) {
      copy(Threefry2x32(key, counter).data(), 2);
    } else {
      copy(Philox4x32(key, counter, upper).data(), 4);
    }
  }
  next[0] = key;
  next[1] = counter;
  if (op.has_upper_counter) next[2] = upper;
  return OkStatus();
}

}  // namespace tflite::kernels
