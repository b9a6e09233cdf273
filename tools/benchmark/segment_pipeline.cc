#include "tools/benchmark/segment_pipeline.h"

#include <set>
#include <utility>

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite {
namespace benchmark {
namespace {

std::string NameOf(const TfLiteTensor& tensor) {
  return tensor.name == nullptr ? "" : tensor.name;
}

}  // namespace

SegmentPipeline::~SegmentPipeline() { runner_.reset(); }

base::Status SegmentPipeline::Add(std::unique_ptr<FlatBufferModel> model,
                                  std::unique_ptr<Interpreter> interpreter,
                                  const std::vector<InputLayerInfo>& layers,
                                  tools::ToolParams* params) {
  auto segment = std::make_unique<Segment>();
  segment->model = std::move(model);
  segment->interpreter = std::move(interpreter);
  for (const int index : segment->interpreter->inputs()) {
    const std::string name = NameOf(*segment->interpreter->tensor(index));
    for (const InputLayerInfo& layer : layers) {
      if (layer.name != name || layer.shape.empty()) continue;
      if (segment->interpreter->ResizeInputTensor(index, layer.shape) ==
          kTfLiteOk) {
        continue;
      }
      return base::Invalid("--input_layer_shape: cannot resize '", name, "'");
    }
  }
  tools::ProvidedDelegateList list(params);
  segment->delegates = list.CreateAllRankedDelegates();
  TFLL_RETURN_IF_ERROR(
      tools::ApplyDelegates(segment->delegates, segment->interpreter.get(),
                            segment->interpreter->primary_subgraph()));
  if (segment->interpreter->AllocateTensors() != kTfLiteOk) {
    return base::Invalid("Failed to allocate tensors");
  }
  segment->watch =
      std::make_unique<tools::FallbackWatch>(segment->interpreter.get());
  interpreters_.push_back(segment->interpreter.get());
  added_.push_back(std::move(segment));
  return base::OkStatus();
}

base::Status SegmentPipeline::Start(const std::vector<InputLayerInfo>& layers,
                                    std::mt19937* random) {
  std::set<std::string> written;
  for (Interpreter* segment : interpreters_) {
    for (const int index : segment->inputs()) {
      const TfLiteTensor& tensor = *segment->tensor(index);
      const std::string name = NameOf(tensor);
      if (written.count(name) != 0 || inputs_.count(name) != 0) continue;
      InputLayerInfo layer;
      for (const InputLayerInfo& named : layers) {
        if (named.name == name) layer = named;
      }
      TFLL_ASSIGN_OR_RETURN(const std::string data,
                            MakeInputData(tensor, layer, random));
      inputs_[name].assign(data.begin(), data.end());
    }
    for (const int index : segment->outputs()) {
      written.insert(NameOf(*segment->tensor(index)));
    }
  }
  for (const InputLayerInfo& layer : layers) {
    if (inputs_.count(layer.name) != 0) continue;
    return base::Invalid("--input_layer: no segment has an input '", layer.name,
                         "' of the model");
  }
  TFLL_ASSIGN_OR_RETURN(runner_,
                        ::edgetpu::PipelinedModelRunner::Create(interpreters_));
  return base::OkStatus();
}

base::Status SegmentPipeline::Run() {
  for (; under_way_ < 2 * interpreters_.size(); ++under_way_) {
    TFLL_RETURN_IF_ERROR(runner_->Push(inputs_));
  }
  --under_way_;
  return runner_->Pop().status();
}

base::Status SegmentPipeline::Finish() {
  base::Status status;
  for (; under_way_ > 0; --under_way_) status.Update(runner_->Pop().status());
  return status;
}

bool SegmentPipeline::FellBack() {
  bool any = false;
  for (const auto& segment : added_) any = segment->watch->FellBack() || any;
  return any;
}

}  // namespace benchmark
}  // namespace tflite
