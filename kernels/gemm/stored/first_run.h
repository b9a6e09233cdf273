#ifndef KERNELS_GEMM_STORED_FIRST_RUN_H_
#define KERNELS_GEMM_STORED_FIRST_RUN_H_

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

  // Before each run's product, with `args` of the node's Compute, such as
  // Conv2dCompute: streams the first run and returns true, as nothing is left
  // to do. The second run packs input 1, by `set_weights`.
  template <typename Op, typename Compute, typename SetWeights>
  base::StatusOr<bool> Run(const Op& op, const typename Compute::Args& args,
                           Compute* compute, base::EvalContext& context,
                           const SetWeights& set_weights) {
    if (planned_ && !streamed_) {
      streamed_ = true;
      compute->RunStreamed(op, args, threads_, context.threads());
      return true;
    }
    if (planned_) {
      TFLL_RETURN_IF_ERROR(set_weights());
      compute->SetBias(args.bias);
      planned_ = false;
      // Input 1 is not read any more.
      context.host()->ConstantIsPacked(*context.input(1).raw());
    } else if (!compute->reads_stored() &&
               (!op.sum.weights_constant || !op.sum.bias_constant)) {
      compute->SetBias(args.bias);
    }
    return false;
  }

 private:
  bool planned_ = false, streamed_ = false;
  int threads_ = 1;
};

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_STORED_FIRST_RUN_H_
