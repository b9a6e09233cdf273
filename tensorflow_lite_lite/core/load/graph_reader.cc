#include "tensorflow_lite_lite/core/load/graph_reader.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/core/calls/node_calls.h"
#include "tensorflow_lite_lite/core/find_operator.h"
#include "tensorflow_lite_lite/core/graph/tensor_bytes.h"
#include "tensorflow_lite_lite/core/load/quantization_reader.h"
#include "tensorflow_lite_lite/schema/flatbuffer_access.h"
#include "tensorflow_lite_lite/schema/graph_oddities.h"
#include "tensorflow_lite_lite/schema/parse/flatbuffer_conversions.h"
#include "tensorflow_lite_lite/schema/parse/tensor_type.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"
#include "tensorflow_lite_lite/schema/sparsity.h"

namespace tflite::core {
namespace {

using IntVector = flatbuffers::Vector<int32_t>;

std::vector<int> ToVector(const IntVector* v) {
  return v == nullptr ? std::vector<int>()
                      : std::vector<int>(v->begin(), v->end());
}

// Returns for each tensor whether a node or the caller sets its value.
std::vector<bool> Written(const SubGraph& graph, size_t tensors) {
  std::vector<bool> written(tensors, false);
  const auto mark = [&](const IntVector* list) {
    if (list == nullptr) return;
    for (const int t : *list) {
      if (t >= 0 && static_cast<size_t>(t) < tensors) written[t] = true;
    }
  };
  mark(graph.inputs());
  if (graph.operators() == nullptr) return written;
  for (const Operator* op : *graph.operators()) mark(op->outputs());
  return written;
}

struct TensorFields {
  TfLiteType type = kTfLiteNoType;
  std::vector<int> dims;
  absl::Span<const uint8_t> contents;
  bool constant = false;
  TfLiteQuantization quantization{};
  TfLiteSparsity* sparsity = nullptr;
};

// On failure, `fields` owns no memory.
Status ReadTensor(const ModelFile& file, const Tensor& tensor, bool written,
                  bool compress, TensorFields* fields) {
  TFLL_ASSIGN_OR_RETURN(fields->type, ToTfLiteType(tensor.type()));
  fields->dims = ToVector(tensor.shape());
  TFLL_ASSIGN_OR_RETURN(fields->contents,
                        BufferContents(file, tensor.buffer()));
  fields->constant = !fields->contents.empty();
  if (!fields->constant && !written && !tensor.is_variable() &&
      fields->type != kTfLiteString && fields->type != kTfLiteVariant) {
    // A constant without elements also has no contents.
    const auto bytes =
        BytesOf(fields->type, fields->dims.data(), fields->dims.size());
    fields->constant = bytes.ok() && *bytes == 0;
  }
  TFLL_ASSIGN_OR_RETURN(
      fields->quantization,
      ReadQuantization(tensor.quantization(),
                       static_cast<int>(fields->dims.size()), compress));
  if (tensor.sparsity() == nullptr) return OkStatus();
  const auto sparsity = MakeSparsity(*tensor.sparsity());
  if (!sparsity.ok()) {
    TfLiteQuantizationFree(&fields->quantization);
    return sparsity.status();
  }
  fields->sparsity = *sparsity;
  return OkStatus();
}

// Returns the contents as kernels can use them. They load values as bool, which
// must be 0 or 1, but a file may contain any byte.
StatusOr<const char*> UsableContents(absl::Span<const uint8_t> contents,
                                     TensorType type, GraphData* graph) {
  auto* data = reinterpret_cast<const char*>(contents.data());
  const bool odd_bools = type == TensorType_BOOL &&
                         std::any_of(contents.begin(), contents.end(),
                                     [](uint8_t value) { return value > 1; });
  if (!odd_bools && schema::IsAligned(contents, type)) return data;
  const char* copy = graph->KeepCopy(data, contents.size(), odd_bools);
  if (copy != nullptr) return copy;
  return base::ResourceExhausted("out of memory for a copy of its ",
                                 contents.size(), " bytes");
}

Status AddTensor(const ModelFile& file, const Tensor& tensor, int index,
                 bool written, const Allocation* allocation, GraphData* graph) {
  const char* name = tensor.name() == nullptr ? "" : tensor.name()->c_str();
  TensorFields fields;
  const Status status = ReadTensor(
      file, tensor, written,
      graph->runtime()->options.GetCompressQuantizationZeroPoints(), &fields);
  if (!status.ok()) {
    return Invalid("Tensor ", index, " '", name, "': ", status.message());
  }
  TensorForm form;
  form.type = fields.type;
  form.name = name;
  form.rank = fields.dims.size();
  form.dims = fields.dims.data();
  form.quantization = fields.quantization;
  if (tensor.external_buffer() != 0) {
    form.external_buffer_id = tensor.external_buffer();
  }
  if (fields.constant && !tensor.is_variable()) {
    const auto contents = UsableContents(fields.contents, tensor.type(), graph);
    if (contents.ok()) {
      return graph->SetConstant(index, form,
                                {*contents, fields.contents.size(), allocation,
                                 fields.sparsity, tensor.buffer()});
    }
    TfLiteQuantizationFree(&fields.quantization);
    TfLiteSparsityFree(fields.sparsity);
    return Invalid("Tensor ", index, " '", name,
                   "': ", contents.status().message());
  }
  TfLiteSparsityFree(fields.sparsity);
  const std::vector<int> signature = ToVector(tensor.shape_signature());
  return graph->SetActivation(index, form, tensor.is_variable(),
                              signature.size(), signature.data());
}

Status AddNode(const ModelFile& file, const Operator& op, int index,
               const std::vector<TfLiteRegistration>& operators,
               GraphData* graph) {
  const TfLiteRegistration& registration = operators[op.opcode_index()];
  absl::Span<const uint8_t> options;
  void* builtin_data = nullptr;
  Status status;
  if (registration.builtin_code == BuiltinOperator_CUSTOM) {
    auto found = CustomOptions(file, op);
    status = found.status();
    if (found.ok()) options = *found;
  } else {
    MallocDataAllocator allocator;
    status = ParseOpData(
        &op, static_cast<BuiltinOperator>(registration.builtin_code),
        &allocator, &builtin_data);
  }
  if (!status.ok()) {
    return Invalid("Node ", index, " (", OpName(registration),
                   "): ", status.message());
  }
  return graph->AddNode({ToVector(op.inputs()), ToVector(op.outputs()),
                         ToVector(op.intermediates()),
                         reinterpret_cast<const char*>(options.data()),
                         options.size(), builtin_data, &registration});
}

// A broken file may have many oddities; a few are sufficient.
void LogOddities(const ModelFile& file, int subgraph_index) {
  constexpr size_t kMaxListed = 10;
  const std::vector<std::string> oddities = GraphOddities(file, subgraph_index);
  for (size_t i = 0; i < std::min(oddities.size(), kMaxListed); ++i) {
    Log(LogLevel::kWarning, "%s", oddities[i].c_str());
  }
  if (oddities.size() > kMaxListed) {
    Log(LogLevel::kWarning, "Subgraph %d: %zu more of this kind",
        subgraph_index, oddities.size() - kMaxListed);
  }
}

StatusOr<std::map<std::string, uint32_t>> ReadTensorMap(
    const char* what,
    const flatbuffers::Vector<flatbuffers::Offset<TensorMap>>* entries,
    int64_t tensors) {
  std::map<std::string, uint32_t> map;
  for (int64_t i = 0; i < SizeOf(entries); ++i) {
    const TensorMap& entry = *entries->Get(static_cast<uint32_t>(i));
    if (entry.name() == nullptr) return Invalid(what, " ", i, " has no name");
    if (entry.tensor_index() >= tensors) {
      return Invalid(what, " ", i, Quoted(entry.name()), " is tensor ",
                     entry.tensor_index(), ": the subgraph has ", tensors);
    }
    map[entry.name()->str()] = entry.tensor_index();
  }
  return map;
}

StatusOr<internal::SignatureDef> ReadSignature(const Model& model,
                                               const SignatureDef& source) {
  internal::SignatureDef signature;
  if (source.signature_key() == nullptr) return Invalid("it has no key");
  signature.signature_key = source.signature_key()->str();
  signature.subgraph_index = source.subgraph_index();
  if (source.subgraph_index() >= SizeOf(model.subgraphs())) {
    return Invalid("it runs subgraph ", source.subgraph_index(),
                   ": the model has ", SizeOf(model.subgraphs()));
  }
  const int64_t tensors =
      SizeOf(model.subgraphs()->Get(source.subgraph_index())->tensors());
  TFLL_ASSIGN_OR_RETURN(signature.inputs,
                        ReadTensorMap("input", source.inputs(), tensors));
  TFLL_ASSIGN_OR_RETURN(signature.outputs,
                        ReadTensorMap("output", source.outputs(), tensors));
  return signature;
}

}  // namespace

StatusOr<std::vector<TfLiteRegistration>> ResolveOperators(
    const Model& model, const OpResolver& resolver) {
  std::vector<TfLiteRegistration> operators;
  for (uint32_t i = 0; i < SizeOf(model.operator_codes()); ++i) {
    const OperatorCode& code = *model.operator_codes()->Get(i);
    TFLL_ASSIGN_OR_RETURN(const TfLiteRegistration* found,
                          FindOperator(code, resolver));
    const BuiltinOperator op = GetBuiltinCode(&code);
    const char* custom_name =
        op == BuiltinOperator_CUSTOM ? code.custom_code()->c_str() : nullptr;
    TfLiteRegistration registration =
        found == nullptr ? CreateUnresolvedCustomOp(custom_name) : *found;
    registration.builtin_code = op;
    registration.custom_name = custom_name;
    registration.version = code.version();
    operators.push_back(registration);
  }
  return operators;
}

Status ReadGraph(const ModelFile& file, int subgraph_index,
                 const std::vector<TfLiteRegistration>& operators,
                 const Allocation* allocation, GraphData* graph) {
  const SubGraph& source = *file.model->subgraphs()->Get(subgraph_index);
  if (source.name() != nullptr) graph->SetName(source.name()->c_str());
  const size_t tensors =
      source.tensors() == nullptr ? 0 : source.tensors()->size();
  // Once, and with room for nodes of delegates: applications may keep pointers
  // to tensors from here on.
  graph->ReserveTensors(
      tensors + 2 * GraphData::TensorsOfNodes(SizeOf(source.operators())));
  TFLL_RETURN_IF_ERROR(graph->AddTensors(static_cast<int>(tensors)));
  TFLL_RETURN_IF_ERROR(graph->SetInputs(ToVector(source.inputs())));
  TFLL_RETURN_IF_ERROR(graph->SetOutputs(ToVector(source.outputs())));
  const std::vector<bool> written = Written(source, tensors);
  std::vector<int> variables;
  for (size_t i = 0; i < tensors; ++i) {
    const Tensor* tensor = source.tensors()->Get(static_cast<uint32_t>(i));
    const int index = static_cast<int>(i);
    TFLL_RETURN_IF_ERROR(
        AddTensor(file, *tensor, index, written[i], allocation, graph));
    if (tensor->is_variable()) variables.push_back(index);
  }
  TFLL_RETURN_IF_ERROR(graph->SetVariables(std::move(variables)));
  LogOddities(file, subgraph_index);
  for (uint32_t i = 0; i < SizeOf(source.operators()); ++i) {
    const Status status = AddNode(file, *source.operators()->Get(i),
                                  static_cast<int>(i), operators, graph);
    // A graph that cannot run may still be inspected.
    if (!graph->lifecycle().consistent()) {
      graph->errors().Report(status);
      return OkStatus();
    }
    TFLL_RETURN_IF_ERROR(status);
  }
  return OkStatus();
}

std::vector<internal::SignatureDef> ReadSignatures(const Model& model) {
  std::vector<internal::SignatureDef> signatures;
  for (int64_t i = 0; i < SizeOf(model.signature_defs()); ++i) {
    const SignatureDef& source =
        *model.signature_defs()->Get(static_cast<uint32_t>(i));
    auto signature = ReadSignature(model, source);
    if (signature.ok()) {
      signatures.push_back(*std::move(signature));
      continue;
    }
    Log(LogLevel::kWarning, "Signature %d%s is left out: %s",
        static_cast<int>(i), Quoted(source.signature_key()).c_str(),
        std::string(signature.status().message()).c_str());
  }
  return signatures;
}

}  // namespace tflite::core
