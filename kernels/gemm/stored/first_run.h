#ifndef KERNELS_GEMM_STORED_FIRST_RUN_H_
#define KERNELS_GEMM_STORED_FIRST_RUN_H_

#include <cstddef>

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// Whether a node's first run streams its weights (streamed_sum.h), so that its
// second one packs them. Part of a kernel's state.
class FirstRun {
 public:
  // Each time the node is prepared.
  void Plan(bool streams, int threads) {
    planned_ = streams;
    threads_ = threads;
  }
  // True until the weights are packed.
  bool planned() const { return planned_; }
  int threads() const { return threads_; }

  // True once: the caller must stream the weights. Afterwards it must pack
  // them, and then call End.
  bool Take() {
    const bool streams = !streamed_;
    streamed_ = true;
    return streams;
  }
  // `input` has been packed.
  void End(const base::EvalContext& context, int input) {
    // Below that, a call costs more than the memory is worth.
    constexpr size_t kLeastBytes = 32 * 1024;
    planned_ = false;
    const TfLiteTensor& tensor = *context.input(input).raw();
    if (tensor.bytes >= kLeastBytes) context.host()->ConstantIsPacked(tensor);
  }

 private:
  bool planned_ = false, streamed_ = false;
  int threads_ = 1;
};

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_STORED_FIRST_RUN_H_
