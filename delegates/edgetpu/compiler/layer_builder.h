#ifndef DELEGATES_EDGETPU_COMPILER_LAYER_BUILDER_H_
#define DELEGATES_EDGETPU_COMPILER_LAYER_BUILDER_H_

#include <vector>

#include "delegates/common/value_builder.h"
#include "delegates/edgetpu/compiler/layers.h"

namespace tflite::edgetpu {

using namespace delegates;

// The shape that the compiler gives a tensor (image.h).
Image ImageOf(const TensorView& tensor);

// Collects a partition as layers.
class LayerBuilder : public CallBuilder<LayerCall> {
 public:
  using CallBuilder::CallBuilder;

  // A layer that reads the node's first `inputs` inputs and writes its output.
  void AddLayer(const NodeView& node, int inputs, Layer layer);
  // The same for input `i` alone.
  void AddLayerOf(const NodeView& node, int i, Layer layer);

  // A new value with this shape.
  ValueId InnerImage(const Image& image);
  // A layer on values; the last one is the output.
  void AddLayerOn(const NodeView& node, const std::vector<ValueId>& values,
                  Layer layer);
  // A layer on a value, whose result in this shape becomes the node's output.
  void AddLayerAs(const NodeView& node, ValueId input, const Image& image,
                  Layer layer);
  // A layer that reads and writes values.
  void AddLayerOn(const NodeView& node, const std::vector<ValueId>& reads,
                  const std::vector<ValueId>& writes, Layer layer);
  // NextState, as bytes.
  ValueId StateAfter(const NodeView& node, int i);
  // Input `i` with as many elements in another shape.
  ValueId InputAs(const NodeView& node, int i, const Image& image);
  const Image& image(ValueId value) const { return images_[value]; }

  // By value.
  const std::vector<Image>& images() const { return images_; }

 protected:
  ValueId NewValue(int tensor, const TensorView& view) override;

 private:
  std::vector<Image> images_;
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_LAYER_BUILDER_H_
