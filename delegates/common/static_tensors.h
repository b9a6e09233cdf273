#ifndef DELEGATES_COMMON_STATIC_TENSORS_H_
#define DELEGATES_COMMON_STATIC_TENSORS_H_

#include <memory>
#include <unordered_map>
#include <vector>

#include "tensorflow_lite_lite/base/node_view.h"

namespace tflite::delegates {

// Tensors that are not constants themselves but whose elements follow from
// constants: the outputs of DEQUANTIZE for constant FLOAT16 tensors. Models
// store half-precision weights in this form, and a delegate that packs weights
// can use them as constants. Immutable and cheap to copy; empty unless created
// by Find.
class StaticTensors {
 public:
  // Searches the graph's nodes. Only while the host lets delegates look at
  // them.
  static StatusOr<StaticTensors> Find(TfLiteContext* context);

  bool is_empty() const { return sources_ == nullptr; }
  bool Contains(int tensor) const {
    return sources_ != nullptr && sources_->count(tensor) != 0;
  }
  // True if the elements of an input are known when planning: it is present,
  // and either a constant or one of these tensors.
  bool IsKnown(const NodeView& node, int input) const;

  // The elements of a FLOAT32 tensor that Contains().
  std::vector<float> Values(TfLiteContext* context, int tensor) const;

 private:
  // Maps a tensor to its FLOAT16 constant. Null if there are none.
  std::shared_ptr<const std::unordered_map<int, int>> sources_;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_STATIC_TENSORS_H_
