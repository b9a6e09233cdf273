#ifndef KERNELS_TESTING_THREADS_AGREE_H_
#define KERNELS_TESTING_THREADS_AGREE_H_

#include "kernels/testing/op_test.h"

namespace tflite::kernels {

// Whether a node gives the same bits on one thread and on several. `make` adds
// tensors and options to an OpTest, the same on each call.
template <typename Make>
::testing::AssertionResult ThreadsAgree(const OpFunctions& functions,
                                        const Make& make) {
  OpTest one(1);
  make(one);
  Status status = one.Run(functions);
  if (!status.ok()) return IsOk(status);
  for (const int threads : {2, 5}) {
    OpTest several(threads);
    make(several);
    status = several.Run(functions);
    if (!status.ok()) return IsOk(status);
    for (int i = 0; i < one.num_outputs(); ++i) {
      auto result = several.OutputIs(one.Numbers(i), 0, 0, i);
      if (!result) return result << " with " << threads << " threads";
    }
  }
  return ::testing::AssertionSuccess();
}

}  // namespace tflite::kernels

#endif  // KERNELS_TESTING_THREADS_AGREE_H_
