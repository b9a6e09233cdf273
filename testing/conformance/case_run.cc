#include "testing/conformance/case_run.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/core/upstream/util.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/conformance/half_precision.h"

namespace tflite {
namespace conformance {
namespace {

constexpr int kNewestVersion = 16;

TfLiteQuantization MakeQuantization(const Elements& e) {
  if (!e.quantized()) return {kTfLiteNoQuantization, nullptr};
  auto* affine = static_cast<TfLiteAffineQuantization*>(
      std::calloc(1, sizeof(TfLiteAffineQuantization)));
  const int count = static_cast<int>(e.scales.size());
  affine->scale = TfLiteFloatArrayCreate(count);
  std::copy(e.scales.begin(), e.scales.end(), affine->scale->data);
  affine->zero_point = TfLiteIntArrayCreate(count);
  std::copy(e.zero_points.begin(), e.zero_points.end(),
            affine->zero_point->data);
  affine->quantized_dimension = e.dimension;
  return {kTfLiteAffineQuantization, affine};
}

TfLiteIntArray* ToArray(const std::vector<int>& values) {
  return ConvertVectorToTfLiteIntArray(values);
}

TfLiteSparsity* MakeSparsity(const SparseLayout& layout) {
  if (layout.dimensions.empty()) return nullptr;
  auto* out =
      static_cast<TfLiteSparsity*>(std::calloc(1, sizeof(TfLiteSparsity)));
  out->traversal_order = ToArray(layout.order);
  out->block_map = ToArray(layout.block_map);
  out->dim_metadata_size = static_cast<int>(layout.dimensions.size());
  out->dim_metadata = static_cast<TfLiteDimensionMetadata*>(
      std::calloc(layout.dimensions.size(), sizeof(TfLiteDimensionMetadata)));
  for (size_t i = 0; i < layout.dimensions.size(); ++i) {
    const SparseDimension& from = layout.dimensions[i];
    TfLiteDimensionMetadata& to = out->dim_metadata[i];
    to.format = from.segments.empty() ? kTfLiteDimDense : kTfLiteDimSparseCSR;
    to.dense_size = from.dense_size;
    if (from.segments.empty()) continue;
    to.array_segments = ToArray(from.segments);
    to.array_indices = ToArray(from.indices);
  }
  return out;
}

const TfLiteRegistration* Find(const Node& node, const OpResolver& resolver) {
  const int last = node.version == 0 ? kNewestVersion : node.version;
  for (int v = last; v >= (node.version == 0 ? 1 : node.version); --v) {
    const TfLiteRegistration* r =
        node.code == kTfLiteBuiltinCustom
            ? resolver.FindOp(node.custom_name.c_str(), v)
            : resolver.FindOp(static_cast<BuiltinOperator>(node.code), v);
    if (r != nullptr) return r;
  }
  return nullptr;
}

std::vector<int> TensorsOf(const Graph& graph, Role role) {
  std::vector<int> out;
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    if (graph.tensors[i].role == role) out.push_back(static_cast<int>(i));
  }
  return out;
}

std::string TensorName(const Tensor& tensor, int index) {
  switch (tensor.role) {
    case Role::kInput:
      return base::StrCat("input_", index);
    case Role::kConstant:
      return base::StrCat("constant_", index);
    case Role::kVariable:
      return base::StrCat("variable_", index);
    case Role::kOutput:
      return base::StrCat("output_", index);
    default:
      return base::StrCat("inner_", index);
  }
}

std::vector<int> ToVector(const base::Shape& shape) {
  return std::vector<int>(shape.begin(), shape.end());
}

std::string NodeName(const Node& node) {
  return node.code == kTfLiteBuiltinCustom
             ? node.custom_name
             : EnumNameBuiltinOperator(static_cast<BuiltinOperator>(node.code));
}

}  // namespace

int CollectingErrors::Report(const char* format, va_list args) {
  char line[1024];
  std::vsnprintf(line, sizeof(line), format, args);
  text += text.empty() ? "" : "; ";
  text += line;
  return 0;
}

std::string OperatorName(const Case& c) {
  Node subject = c.graphs()[0].nodes[0];
  if (c.subject() >= 0) subject.code = c.subject();
  return base::ToLower(NodeName(subject));
}

std::string FullName(const Case& c) {
  return base::StrCat(OperatorName(c), "/", c.id(), "/", c.type());
}

CaseRun::CaseRun(const Case& c, uint64_t seed, bool half_precision)
    : case_(c), random_(seed), half_precision_(half_precision) {}

CaseRun::~CaseRun() = default;

base::StatusOr<std::string> CaseRun::Contents(const Tensor& tensor) {
  TFLL_ASSIGN_OR_RETURN(std::string bytes, MakeContents(tensor, random_));
  if (half_precision_) RoundToHalf(tensor.elements.type, bytes);
  return bytes;
}

base::Status CaseRun::Failed(const std::string& what) {
  const std::string text = std::exchange(errors_.text, "");
  return base::Invalid(what, text.empty() ? "" : ": ", text);
}

base::Status CaseRun::Build(const OpResolver& resolver,
                            const TensorShapes* shapes, int num_threads) {
  interpreter_ = std::make_unique<Interpreter>(&errors_);
  if (interpreter_->SetNumThreads(num_threads) != kTfLiteOk) {
    return Failed("cannot set threads");
  }
  const std::vector<Graph>& graphs = case_.graphs();
  interpreter_->AddSubgraphs(static_cast<int>(graphs.size()) - 1);
  for (size_t i = 0; i < graphs.size(); ++i) {
    TFLL_RETURN_IF_ERROR(AddGraph(
        graphs[i], resolver, shapes == nullptr ? nullptr : &(*shapes)[i],
        *interpreter_->subgraph(static_cast<int>(i))));
  }
  return base::OkStatus();
}

base::Status CaseRun::AddGraph(const Graph& graph, const OpResolver& resolver,
                               const std::vector<base::Shape>* shapes,
                               Subgraph& out) {
  if (out.AddTensors(static_cast<int>(graph.tensors.size())) != kTfLiteOk) {
    return Failed("cannot add tensors");
  }
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    TFLL_RETURN_IF_ERROR(AddTensor(graph.tensors[i], static_cast<int>(i),
                                   shapes == nullptr ? nullptr : &(*shapes)[i],
                                   out));
  }
  if (out.SetInputs(TensorsOf(graph, Role::kInput)) != kTfLiteOk ||
      out.SetOutputs(TensorsOf(graph, Role::kOutput)) != kTfLiteOk ||
      out.SetVariables(TensorsOf(graph, Role::kVariable)) != kTfLiteOk) {
    return Failed("cannot set inputs, outputs or variables");
  }
  for (const Node& node : graph.nodes) {
    TFLL_RETURN_IF_ERROR(AddNode(node, resolver, out));
  }
  return base::OkStatus();
}

base::Status CaseRun::AddTensor(const Tensor& tensor, int index,
                                const base::Shape* shape, Subgraph& out) {
  // The graph does not copy names.
  names_.push_back(TensorName(tensor, index));
  const std::string& name = names_.back();
  const Elements& e = tensor.elements;
  if (tensor.role == Role::kConstant) {
    constants_.push_back({GuardedBuffer(0), "", name});
    return SetConstant(tensor, index, constants_.back(), out);
  }
  const TfLiteStatus status = out.SetTensorParametersReadWrite(
      index, e.type, name.c_str(),
      shape == nullptr ? tensor.shape : ToVector(*shape), MakeQuantization(e),
      tensor.role == Role::kVariable);
  return status == kTfLiteOk ? base::OkStatus() : Failed("cannot set " + name);
}

// Graphs do not copy the values of constants.
base::Status CaseRun::SetConstant(const Tensor& tensor, int index, Kept& kept,
                                  Subgraph& out) {
  TFLL_ASSIGN_OR_RETURN(std::string bytes, Contents(tensor));
  GuardedBuffer buffer(bytes.size());
  buffer.Fill(bytes);
  if (out.SetTensorParametersReadOnly(
          index, tensor.elements.type, kept.name.c_str(), tensor.shape,
          MakeQuantization(tensor.elements), buffer.data(), buffer.size(),
          nullptr, MakeSparsity(tensor.sparse)) != kTfLiteOk) {
    return Failed("cannot set " + kept.name);
  }
  kept.buffer = std::move(buffer);
  kept.contents = std::move(bytes);
  return base::OkStatus();
}

base::Status CaseRun::ReplaceConstants() {
  auto kept = constants_.begin();
  const std::vector<Graph>& graphs = case_.graphs();
  for (size_t g = 0; g < graphs.size(); ++g) {
    Subgraph& out = *interpreter_->subgraph(static_cast<int>(g));
    for (size_t i = 0; i < graphs[g].tensors.size(); ++i) {
      const Tensor& tensor = graphs[g].tensors[i];
      if (tensor.role != Role::kConstant) continue;
      TFLL_RETURN_IF_ERROR(
          SetConstant(tensor, static_cast<int>(i), *kept++, out));
    }
  }
  return base::OkStatus();
}

base::Status CaseRun::AddNode(const Node& node, const OpResolver& resolver,
                              Subgraph& out) {
  const TfLiteRegistration* registration = Find(node, resolver);
  if (registration == nullptr) {
    return base::Invalid("no operator ", NodeName(node), " of version ",
                         node.version);
  }
  void* params = nullptr;
  if (!node.params.empty()) {
    params = std::malloc(node.params.size());
    std::memcpy(params, node.params.data(), node.params.size());
  }
  if (out.AddNodeWithParameters(
          node.inputs, node.outputs, node.intermediates,
          reinterpret_cast<const char*>(node.custom_options.data()),
          node.custom_options.size(), params, registration) != kTfLiteOk) {
    return Failed("cannot add " + NodeName(node));
  }
  return base::OkStatus();
}

base::Status CaseRun::Allocate(Memory memory) {
  TakeBackMemory();
  if (interpreter_->AllocateTensors() != kTfLiteOk) {
    return Failed("cannot allocate tensors");
  }
  // Memory can only be provided for tensors of known size.
  if (memory == Memory::kPlanned ||
      interpreter_->primary_subgraph().HasDynamicTensors()) {
    return base::OkStatus();
  }
  for (const int i : interpreter_->inputs()) TFLL_RETURN_IF_ERROR(Guard(i));
  for (const int i : interpreter_->outputs()) TFLL_RETURN_IF_ERROR(Guard(i));
  if (interpreter_->AllocateTensors() != kTfLiteOk) {
    return Failed("cannot allocate tensors again");
  }
  return base::OkStatus();
}

// Tensors must not refer to the memory any more when it is freed.
void CaseRun::TakeBackMemory() {
  if (guarded_.empty()) return;
  interpreter_->primary_subgraph().ClearCustomAllocations();
  guarded_.clear();
}

// Provides memory between guard bands, but only for tensors whose memory the
// runtime plans.
base::Status CaseRun::Guard(int tensor_index) {
  const TfLiteTensor* tensor = interpreter_->tensor(tensor_index);
  if (tensor->allocation_type != kTfLiteArenaRw || tensor->bytes == 0) {
    return base::OkStatus();
  }
  const auto [kept, is_new] = guarded_.emplace(
      tensor_index, Kept{GuardedBuffer(tensor->bytes), "", tensor->name});
  GuardedBuffer& buffer = kept->second.buffer;
  const TfLiteCustomAllocation lent = {buffer.data(), buffer.size()};
  if (interpreter_->SetCustomAllocationForTensor(tensor_index, lent) !=
      kTfLiteOk) {
    return Failed(base::StrCat("cannot lend memory to ", tensor->name));
  }
  return base::OkStatus();
}

base::Status CaseRun::FillInputs() {
  const Graph& graph = case_.graphs()[0];
  for (const int i : interpreter_->inputs()) {
    TfLiteTensor* tensor = interpreter_->tensor(i);
    Tensor now = graph.tensors[i];
    if (resized_.count(i) != 0) now.shape = resized_[i];
    TFLL_ASSIGN_OR_RETURN(const std::string bytes, Contents(now));
    if (tensor->allocation_type == kTfLiteDynamic) {
      TfLiteTensorRealloc(bytes.size(), tensor);
    }
    if (tensor->bytes != bytes.size()) {
      return base::Invalid(tensor->name, " takes ", tensor->bytes,
                           " bytes, not ", bytes.size());
    }
    if (!bytes.empty()) {
      std::memcpy(tensor->data.raw, bytes.data(), bytes.size());
    }
    const auto kept = guarded_.find(i);
    if (kept != guarded_.end()) kept->second.contents = bytes;
  }
  return base::OkStatus();
}

base::Status CaseRun::CheckMemory() {
  const auto check = [](const Kept& kept) {
    if (!kept.buffer.Intact()) {
      return base::Invalid("something wrote outside of ", kept.name);
    }
    if (!kept.contents.empty() &&
        std::memcmp(kept.buffer.data(), kept.contents.data(),
                    kept.contents.size()) != 0) {
      return base::Invalid("something wrote to ", kept.name,
                           ", which is read only");
    }
    return base::OkStatus();
  };
  for (const Kept& kept : constants_) TFLL_RETURN_IF_ERROR(check(kept));
  for (const auto& [index, kept] : guarded_) TFLL_RETURN_IF_ERROR(check(kept));
  return base::OkStatus();
}

base::StatusOr<std::vector<Result>> CaseRun::TakeResults() {
  std::vector<Result> out;
  const auto take = [&](const char* what, const std::vector<int>& indices) {
    for (size_t i = 0; i < indices.size(); ++i) {
      if (interpreter_->EnsureTensorDataIsReadable(indices[i]) != kTfLiteOk) {
        return Failed(base::StrCat("cannot read ", what, " ", i));
      }
      const TfLiteTensor& t = *interpreter_->tensor(indices[i]);
      if (t.type == kTfLiteResource || t.type == kTfLiteVariant) continue;
      out.push_back({base::StrCat(what, " ", i), t.type, base::Shape(t.dims),
                     std::string(t.data.raw, t.data.raw ? t.bytes : 0)});
    }
    return base::OkStatus();
  };
  TFLL_RETURN_IF_ERROR(take("output", interpreter_->outputs()));
  TFLL_RETURN_IF_ERROR(take("variable", interpreter_->variables()));
  return out;
}

base::StatusOr<std::vector<Result>> CaseRun::Invoke() {
  TFLL_RETURN_IF_ERROR(FillInputs());
  TFLL_RETURN_IF_ERROR(InvokeOnly());
  TFLL_RETURN_IF_ERROR(CheckMemory());
  return TakeResults();
}

bool CaseRun::ResizeInputs(int factor) {
  const Graph& graph = case_.graphs()[0];
  for (const int i : interpreter_->inputs()) {
    const Tensor& tensor = graph.tensors[i];
    if (tensor.shape.empty() || !tensor.values.empty() ||
        std::count(tensor.shape.begin(), tensor.shape.end(), 0) != 0 ||
        tensor.elements.type == kTfLiteString) {
      return false;
    }
    resized_[i] = tensor.shape;
    resized_[i][0] *= factor;
  }
  TakeBackMemory();  // it no longer has the right size
  for (const auto& [i, shape] : resized_) {
    if (interpreter_->ResizeInputTensor(i, shape) != kTfLiteOk) return false;
  }
  return !resized_.empty();
}

CaseRun::Size CaseRun::Largest() const {
  Size largest = {1, 1};
  for (const auto* tensors :
       {&interpreter_->inputs(), &interpreter_->outputs()}) {
    for (const int i : *tensors) {
      const TfLiteTensor* t = interpreter_->tensor(i);
      if (t->bytes <= largest.bytes) continue;
      const auto elements =
          static_cast<size_t>(base::Shape(t->dims).num_elements());
      largest = {t->bytes, std::max<size_t>(elements, 1)};
    }
  }
  return largest;
}

base::Status CaseRun::InvokeOnly() {
  return interpreter_->Invoke() == kTfLiteOk ? base::OkStatus()
                                             : Failed("cannot invoke");
}

TensorShapes CaseRun::Shapes() const {
  TensorShapes out(case_.graphs().size());
  for (size_t g = 0; g < out.size(); ++g) {
    for (size_t t = 0; t < case_.graphs()[g].tensors.size(); ++t) {
      const Subgraph& graph = *interpreter_->subgraph(static_cast<int>(g));
      out[g].push_back(base::Shape(graph.tensor(static_cast<int>(t))->dims));
    }
  }
  return out;
}

}  // namespace conformance
}  // namespace tflite
