#include "kernels/unary/unary_compute.h"

#include <cmath>

#include "kernels/math/elementary/elementary_loops.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// A loop over floats of one function of x.
#define TFLL_UNARY(name, result)                                 \
  TFLL_VECTOR_CLONES                                             \
  void name(const float* in, int64_t count, float, float* out) { \
    TFLL_VECTOR_LOOP                                             \
    for (int64_t i = 0; i < count; ++i) {                        \
      const float x = in[i];                                     \
      out[i] = result;                                           \
    }                                                            \
  }

TFLL_UNARY(Abs, std::fabs(x))
TFLL_UNARY(Neg, -x)
TFLL_UNARY(Sign, x > 0 ? 1.0f : x < 0 ? -1.0f : x == 0 ? 0.0f : x)
TFLL_UNARY(Ceil, std::ceil(x))
TFLL_UNARY(Floor, std::floor(x))
TFLL_UNARY(Round, std::nearbyint(x))
TFLL_UNARY(Square, x* x)
TFLL_UNARY(Sqrt, std::sqrt(x))
TFLL_UNARY(Rsqrt, 1.0f / std::sqrt(x))

#undef TFLL_UNARY

}  // namespace

UnaryLoop UnaryLoopOf(UnaryKind kind, TfLiteType type) {
  constexpr int64_t kCheap = 65536, kDear = 16384;
  const ElementaryLoops& elementary = BestElementaryLoops();
  // Integers are those of roots to the last bit.
  const bool estimates = type != kTfLiteInt16 && elementary.sqrt != nullptr;
  switch (kind) {
    case UnaryKind::kAbs:
      return {Abs, kCheap};
    case UnaryKind::kNeg:
      return {Neg, kCheap};
    case UnaryKind::kSign:
      return {Sign, kCheap};
    case UnaryKind::kCeil:
      return {Ceil, kCheap};
    case UnaryKind::kFloor:
      return {Floor, kCheap};
    case UnaryKind::kRound:
      return {Round, kCheap};
    case UnaryKind::kSquare:
      return {Square, kCheap};
    case UnaryKind::kSqrt:
      return {estimates ? elementary.sqrt : Sqrt, kCheap};
    case UnaryKind::kRsqrt:
      return {estimates ? elementary.rsqrt : Rsqrt, kCheap};
    case UnaryKind::kExp:
      return {elementary.exp, kDear};
    case UnaryKind::kLog:
      return {elementary.log, kDear};
    case UnaryKind::kSin:
      return {elementary.sin, kDear};
    case UnaryKind::kCos:
      return {elementary.cos, kDear};
    case UnaryKind::kLogicalNot:
      break;
  }
  return {};
}

}  // namespace tflite::kernels
