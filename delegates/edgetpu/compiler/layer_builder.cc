#include "delegates/edgetpu/compiler/layer_builder.h"

#include <utility>

namespace tflite::edgetpu {

Image ImageOf(const TensorView& tensor) {
  const Shape shape = tensor.shape();
  const int last = shape.rank() - 1;
  Image image;
  for (int i = 0; i <= last; ++i) {
    if (i == last) {
      image.channels = shape[i];
    } else if (last == 3 && i == 2) {
      image.width = shape[i];
    } else {
      image.height *= shape[i];
    }
  }
  return image;
}

void LayerBuilder::AddLayer(const NodeView& node, int inputs, Layer layer) {
  LayerCall call;
  for (int i = 0; i < inputs; ++i) {
    call.operands.push_back({Input(node, i), false});
  }
  call.operands.push_back({Output(node, 0), true});
  call.label = node.output(0).name();
  call.layer = std::move(layer);
  Add(std::move(call));
}

void LayerBuilder::AddLayerOf(const NodeView& node, int i, Layer layer) {
  LayerCall call;
  call.operands = {{Input(node, i), false}, {Output(node, 0), true}};
  call.label = node.output(0).name();
  call.layer = std::move(layer);
  Add(std::move(call));
}

ValueId LayerBuilder::InnerImage(const Image& image) {
  const ValueId value = Inner(image.bytes());
  images_.push_back(image);
  return value;
}

void LayerBuilder::AddLayerOn(const NodeView& node,
                              const std::vector<ValueId>& values, Layer layer) {
  AddLayerOn(node, {values.begin(), values.end() - 1}, {values.back()},
             std::move(layer));
}

void LayerBuilder::AddLayerOn(const NodeView& node,
                              const std::vector<ValueId>& reads,
                              const std::vector<ValueId>& writes, Layer layer) {
  LayerCall call;
  for (const ValueId value : reads) call.operands.push_back({value, false});
  for (const ValueId value : writes) call.operands.push_back({value, true});
  call.label = node.output(0).name();
  call.layer = std::move(layer);
  Add(std::move(call));
}

void LayerBuilder::AddLayerAs(const NodeView& node, ValueId input,
                              const Image& image, Layer layer) {
  const ValueId output = Output(node, 0);
  if (images_[output] == image) {
    AddLayerOn(node, {input, output}, std::move(layer));
    return;
  }
  const ValueId result = InnerImage(image);
  AddLayerOn(node, {input, result}, std::move(layer));
  MovedLayer reshape;
  reshape.in = image;
  reshape.out = images_[output];
  reshape.reshapes = true;
  AddLayerOn(node, {result, output}, reshape);
}

ValueId LayerBuilder::StateAfter(const NodeView& node, int i) {
  images_.push_back({1, 1, static_cast<int32_t>(node.input(i).bytes())});
  return NextState(node, i);
}

ValueId LayerBuilder::InputAs(const NodeView& node, int i, const Image& image) {
  const ValueId value = Input(node, i);
  if (images_[value] == image) return value;
  const ValueId other = InnerImage(image);
  MovedLayer reshape;
  reshape.in = images_[value];
  reshape.out = image;
  reshape.reshapes = true;
  AddLayerOn(node, {value, other}, reshape);
  return other;
}

ValueId LayerBuilder::NewValue(int tensor, const TensorView& view) {
  images_.push_back(ImageOf(view));
  return CallBuilder::NewValue(tensor, view);
}

}  // namespace tflite::edgetpu
