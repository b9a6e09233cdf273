#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/reduce/reduce.h"

namespace tflite::kernels {
namespace {

// Independent accumulators, so that additions of one row need not wait for each
// other and fill vector registers.
constexpr int64_t kLanes = 32;
// The least number of input elements for a thread.
constexpr int64_t kGrain = 16384;

// The data seen as [outer, middle, inner], the middle reduced.
struct Slab {
  int64_t outer = 1, middle = 1, inner = 1;
};

// False when more than one group of axes is reduced, or one could not be
// merged.
bool AsSlab(const Reduce& op, Slab* slab) {
  bool passed = false;
  for (int i = 0; i < op.extents.rank(); ++i) {
    if (i > 0 && op.reduced[i] == op.reduced[i - 1]) return false;
    if (op.reduced[i]) {
      if (passed) return false;
      passed = true;
      slab->middle = op.extents[i];
    } else {
      (passed ? slab->inner : slab->outer) = op.extents[i];
    }
  }
  return true;
}

struct Add {
  template <typename A>
  static constexpr A kFirst = A{0};
  template <typename A>
  static A Step(A a, A b) {
    return a + b;
  }
};
struct Max {
  template <typename A>
  static constexpr A kFirst = std::is_floating_point_v<A>
                                  ? -std::numeric_limits<A>::infinity()
                                  : std::numeric_limits<A>::lowest();
  template <typename A>
  static A Step(A a, A b) {
    return a < b ? b : a;
  }
};
struct Min {
  template <typename A>
  static constexpr A kFirst = std::is_floating_point_v<A>
                                  ? std::numeric_limits<A>::infinity()
                                  : std::numeric_limits<A>::max();
  template <typename A>
  static A Step(A a, A b) {
    return b < a ? b : a;
  }
};

float Finish(const Reduce& op, float v, float*) {
  return op.kind == ReduceKind::kMean ? v / static_cast<float>(op.count) : v;
}
template <typename T>
T Finish(const Reduce& op, int32_t v, T*) {
  if (op.kind == ReduceKind::kMax || op.kind == ReduceKind::kMin) {
    return static_cast<T>(v);
  }
  return static_cast<T>(
      op.StoredOutput(v - op.count * int64_t{op.input_zero_point}));
}

template <typename T, typename A, typename F>
A Row(const T* in, int64_t n) {
  A acc[kLanes];
  std::fill_n(acc, kLanes, F::template kFirst<A>);
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (int64_t k = 0; k < kLanes; ++k) acc[k] = F::Step(acc[k], A{in[i + k]});
  }
  for (; i < n; ++i) acc[0] = F::Step(acc[0], A{in[i]});
  A result = acc[0];
  for (int64_t k = 1; k < kLanes; ++k) result = F::Step(result, acc[k]);
  return result;
}

// `width` adjacent columns of a [middle, inner] matrix, width <= kLanes.
template <typename T, typename A, typename F>
void Columns(const Reduce& op, const Slab& slab, const T* in, int64_t width,
             T* out) {
  A acc[kLanes];
  std::fill_n(acc, kLanes, F::template kFirst<A>);
  if (width == kLanes) {
    for (int64_t m = 0; m < slab.middle; ++m, in += slab.inner) {
      for (int64_t k = 0; k < kLanes; ++k) acc[k] = F::Step(acc[k], A{in[k]});
    }
  } else {
    for (int64_t m = 0; m < slab.middle; ++m, in += slab.inner) {
      for (int64_t k = 0; k < width; ++k) acc[k] = F::Step(acc[k], A{in[k]});
    }
  }
  for (int64_t k = 0; k < width; ++k) out[k] = Finish(op, acc[k], out);
}

template <typename T, typename A, typename F>
void Run(const Reduce& op, const Slab& slab, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  const int64_t chunks = (slab.inner + kLanes - 1) / kLanes;
  const int64_t work =
      std::max<int64_t>(1, slab.middle * std::min(slab.inner, kLanes));
  context.threads().ParallelFor(
      slab.outer * chunks, std::max<int64_t>(1, kGrain / work),
      [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t o = i / chunks, c = i % chunks * kLanes;
          const T* from = in + o * slab.middle * slab.inner + c;
          T* to = out + o * slab.inner + c;
          if (slab.inner == 1) {
            *to = Finish(op, Row<T, A, F>(from, slab.middle), to);
          } else {
            Columns<T, A, F>(op, slab, from, std::min(kLanes, slab.inner - c),
                             to);
          }
        }
      });
}

template <typename T, typename A>
bool RunKind(const Reduce& op, const Slab& slab, EvalContext& context) {
  switch (op.kind) {
    case ReduceKind::kSum:
    case ReduceKind::kMean:
      // Integers must be quantized, and few enough not to overflow.
      if (!std::is_same_v<T, float> &&
          (!op.quantized || op.count > (int64_t{1} << 15) || op.count == 0)) {
        return false;
      }
      Run<T, A, Add>(op, slab, context);
      return true;
    case ReduceKind::kMax:
      Run<T, A, Max>(op, slab, context);
      return true;
    case ReduceKind::kMin:
      Run<T, A, Min>(op, slab, context);
      return true;
    default:
      return false;
  }
}

}  // namespace

Status EvalReduceCpu(const Reduce& op, EvalContext& context) {
  Slab slab;
  bool done = false;
  if (AsSlab(op, &slab) && slab.middle != 0) {
    switch (op.type) {
      case kTfLiteFloat32:
        done = RunKind<float, float>(op, slab, context);
        break;
      case kTfLiteInt8:
        done = RunKind<int8_t, int32_t>(op, slab, context);
        break;
      case kTfLiteUInt8:
        done = RunKind<uint8_t, int32_t>(op, slab, context);
        break;
      case kTfLiteInt16:
        done = RunKind<int16_t, int32_t>(op, slab, context);
        break;
      default:
        break;
    }
  }
  return done ? OkStatus() : EvalReduceReference(op, context);
}

}  // namespace tflite::kernels
