#ifndef DELEGATES_COMMON_STATIC_TENSORS_H_
#define DELEGATES_COMMON_STATIC_TENSORS_H_

#include <memory>
#include <unordered_map>
#include <vector>

#include "tensorflow_lite_lite/base/node_view.h"

namespace tflite::delegates {

// Tensors that hold no constants but whose elements follow from constants: what
// DEQUANTIZE makes of constant FLOAT16 tensors. Models with half precision
// weights keep them so, and a delegate that packs weights takes the constants
// in their place. Immutable, cheap to copy; holds none unless it was found.
class StaticTensors {
 public:
  // Looks through the graph's nodes. Only while the host lets delegates look at
  // them.
  static StatusOr<StaticTensors> Find(TfLiteContext* context);

  bool is_empty() const { return sources_ == nullptr; }
  bool Contains(int tensor) const {
    return sources_ != nullptr && sources_->count(tensor) != 0;
  }
  // Whether the elements of an input are known while planning: it is there, and
  // a constant or among these.
  bool IsKnown(const NodeView& node, int input) const;

  // The elements of a FLOAT32 tensor that Contains().
  std::vector<float> Values(TfLiteContext* context, int tensor) const;

 private:
  // Tensor -> its constant; null where there are none.
  std::shared_ptr<const std::unordered_map<int, int>> sources_;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_STATIC_TENSORS_H_
