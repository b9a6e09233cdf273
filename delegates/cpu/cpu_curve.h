#ifndef DELEGATES_CPU_CPU_CURVE_H_
#define DELEGATES_CPU_CPU_CURVE_H_

#include <cstdint>
#include <optional>

#include "kernels/activation/activation_compute.h"
#include "kernels/binary/binary_compute.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite::cpu {

// Whether the operator's results may be multiplied by what it reads, to one
// function of that.
inline bool IsGate(int builtin_code) {
  return builtin_code == kTfLiteBuiltinLogistic ||
         builtin_code == kTfLiteBuiltinTanh;
}

// A function of a layer's results of FLOAT32: an activation f, or a result x
// times f(x), as a LOGISTIC and a MUL node make "swish". The bits are those of
// the nodes. Immutable; any number of threads may call Run at the same time.
class ResultCurve {
 public:
  explicit ResultCurve(const kernels::Activation& op)
      : loop_(kernels::ActivationLoopOf(op.kind)), alpha_(op.alpha) {}
  // `product` multiplies results by those of `gate`, which has no product.
  ResultCurve(const ResultCurve& gate, const kernels::Binary& product)
      : loop_(gate.loop_), alpha_(gate.alpha_), product_(product) {}

  // The least number of results for a thread.
  int64_t grain() const { return loop_.grain; }
  // Replaces results by the function's.
  void Run(float* results, int64_t count) const;

 private:
  const kernels::ActivationLoop loop_;
  const float alpha_;
  const std::optional<kernels::BinaryPairs> product_;
};

}  // namespace tflite::cpu

#endif  // DELEGATES_CPU_CPU_CURVE_H_
