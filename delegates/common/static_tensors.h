#ifndef DELEGATES_COMMON_STATIC_TENSORS_H_
#define DELEGATES_COMMON_STATIC_TENSORS_H_

#include <memory>
#include <unordered_map>
#include <vector>

#include "tensorflow_lite_lite/base/tensor_view.h"

namespace tflite {

// Tensors that hold no constants but whose elements follow from constants: what
// DEQUANTIZE makes of constant FLOAT16 tensors. Models with half precision
// weights keep them so, and a delegate that packs weights takes the constants
// in their place. Immutable.
class StaticTensors {
 public:
  // Looks through the graph's nodes. Null where there are none. Only while the
  // host lets delegates look at its nodes.
  static StatusOr<std::shared_ptr<const StaticTensors>> Find(
      TfLiteContext* context);

  bool Contains(int tensor) const { return sources_.count(tensor) != 0; }

  // The elements of a FLOAT32 tensor that Contains().
  std::vector<float> Values(TfLiteContext* context, int tensor) const;

 private:
  std::unordered_map<int, int> sources_;  // tensor -> its constant
};

}  // namespace tflite

#endif  // DELEGATES_COMMON_STATIC_TENSORS_H_
