#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "kernels/random/random.h"

namespace tflite::kernels {
namespace {

struct RandomState : KernelState {
  bool OutlivesConstants() const override { return true; }
  PhiloxSequence sequence;
};

// Calls fill(sequence, begin, end) for parts of `n` numbers that begin with a
// block, of which the next of `sequence` is number 0's. Each number takes
// `words` of the 4 words of a block.
template <typename Fill>
void FillParts(PhiloxSequence& sequence, int64_t n, int64_t words,
               ThreadPool& threads, Fill fill) {
  // The least number of blocks for a thread.
  constexpr int64_t kGrain = 512;
  const int64_t per_block = 4 / words;
  const int64_t blocks = (n + per_block - 1) / per_block;
  threads.ParallelFor(blocks, kGrain, [&](int64_t begin, int64_t end) {
    PhiloxSequence part = sequence;
    part.Skip(static_cast<uint64_t>(begin));
    fill(part, begin * per_block, std::min(n, end * per_block));
  });
  sequence.Skip(static_cast<uint64_t>(blocks));
}

template <typename T>
void FillUniform(PhiloxSequence& sequence, T* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = static_cast<T>(sequence.NextFloat());
}

template <typename T>
void FillNormal(PhiloxSequence& sequence, T* out, int64_t n) {
  constexpr float kTwoPi = 6.2831853f;
  constexpr float kLeast = 1e-7f;  // has a finite logarithm
  for (int64_t i = 0; i < n; i += 2) {
    const float u = std::max(sequence.NextFloat(), kLeast);
    const float angle = kTwoPi * sequence.NextFloat();
    const float radius = std::sqrt(-2.0f * std::log(u));
    out[i] = static_cast<T>(radius * std::sin(angle));
    if (i + 1 < n) out[i + 1] = static_cast<T>(radius * std::cos(angle));
  }
}

// The greatest logit; those that are not finite do not count.
template <typename L>
double GreatestOf(const L* logits, int64_t count) {
  L most = std::numeric_limits<L>::lowest();
  for (int64_t c = 0; c < count; ++c) {
    if (std::isfinite(logits[c])) most = std::max(most, logits[c]);
  }
  return most;
}

// Draws by inverting the cumulative distribution.
template <typename L, typename T>
void FillClasses(const Random& op, PhiloxSequence sequence, const L* logits,
                 T* out) {
  std::vector<double> cumulative(op.classes);
  for (int64_t b = 0; b < op.batch; ++b, logits += op.classes) {
    const double max = GreatestOf(logits, op.classes);
    double sum = 0;
    for (int64_t c = 0; c < op.classes; ++c) {
      if (std::isfinite(logits[c])) sum += std::exp(double{logits[c]} - max);
      cumulative[c] = sum;
    }
    for (int64_t s = 0; s < op.samples; ++s) {
      const double at = sequence.NextDouble() * sum;
      const auto it =
          std::upper_bound(cumulative.begin(), cumulative.end(), at);
      *out++ = static_cast<T>(
          std::min<int64_t>(it - cumulative.begin(), op.classes - 1));
    }
  }
}

int64_t Limit(const TensorView& tensor) {
  return tensor.type() == kTfLiteInt64 ? *tensor.data<int64_t>()
                                       : *tensor.data<int32_t>();
}

template <typename T>
Status FillRange(PhiloxSequence& sequence, int64_t min, int64_t max, T* out,
                 int64_t n, ThreadPool& threads) {
  TFLL_CONSTRAINT(C4, min <= max, "the range [", min, ", ", max, "] is empty");
  // 0 means all of 2^64.
  const uint64_t span =
      static_cast<uint64_t>(max) - static_cast<uint64_t>(min) + 1;
  const auto fill = [&](PhiloxSequence& part, int64_t i, int64_t end) {
    for (; i < end; ++i) {
      const uint64_t high = part.Next();
      const uint64_t bits = high << 32 | part.Next();
      const uint64_t above = span == 0 ? bits : bits % span;
      out[i] = static_cast<T>(static_cast<uint64_t>(min) + above);
    }
  };
  FillParts(sequence, n, 2, threads, fill);
  return OkStatus();
}

template <typename T>
Status EvalClasses(const Random& op, PhiloxSequence& sequence,
                   EvalContext& context) {
  if (op.logits_type == kTfLiteFloat64) {
    FillClasses(op, sequence, context.in<double>(0), context.out<T>(0));
  } else {
    FillClasses(op, sequence, context.in<float>(0), context.out<T>(0));
  }
  sequence.Skip(static_cast<uint64_t>(op.batch) *
                ((static_cast<uint64_t>(op.samples) + 3) / 4 * 4) * 512);
  return OkStatus();
}

template <typename T>
Status EvalInteger(const Random& op, PhiloxSequence& sequence,
                   EvalContext& context) {
  if (op.kind == RandomKind::kMultinomial) {
    return EvalClasses<T>(op, sequence, context);
  }
  return FillRange<T>(sequence, Limit(context.input(1)),
                      Limit(context.input(2)), context.out<T>(0),
                      context.output(0).num_elements(), context.threads());
}

template <typename T>
void EvalReal(const Random& op, PhiloxSequence& sequence,
              EvalContext& context) {
  T* out = context.out<T>(0);
  FillParts(sequence, context.output(0).num_elements(), 1, context.threads(),
            [&](PhiloxSequence& part, int64_t begin, int64_t end) {
              if (op.kind == RandomKind::kUniform) {
                FillUniform(part, out + begin, end - begin);
              } else {
                FillNormal(part, out + begin, end - begin);
              }
            });
}

}  // namespace

Status PrepareRandom(const Random& op, PrepareContext& context) {
  if (context.state != nullptr) return OkStatus();
  auto state = std::make_unique<RandomState>();
  uint64_t key = op.seed, stream = op.seed2;
  if (key == 0 && stream == 0) {
    std::random_device device;
    key = uint64_t{device()} << 32 | device();
    stream = uint64_t{device()} << 32 | device();
  }
  state->sequence = PhiloxSequence(key, stream);
  context.state = std::move(state);
  return OkStatus();
}

Status EvalRandomReference(const Random& op, EvalContext& context) {
  PhiloxSequence& sequence = context.state<RandomState>()->sequence;
  switch (op.kind) {
    case RandomKind::kUniform:
    case RandomKind::kNormal:
      if (op.type == kTfLiteFloat64) {
        EvalReal<double>(op, sequence, context);
      } else {
        EvalReal<float>(op, sequence, context);
      }
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
