#include "tools/edgetpu_compiler/model_editing.h"

#include <algorithm>
#include <set>
#include <utility>

#include "delegates/edgetpu/executable/executable.h"
#include "tensorflow_lite_lite/core/partition/state.h"
#include "tensorflow_lite_lite/schema/model_file.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"

namespace tflite::edgetpu_compiler {
namespace {

using base::Invalid;
using base::OkStatus;
using base::Status;
using base::StatusOr;

std::vector<uint8_t> Copied(absl::Span<const uint8_t> bytes) {
  return std::vector<uint8_t>(bytes.begin(), bytes.end());
}

Status LoadContents(const schema::ModelFile& file, ModelT* model) {
  for (size_t i = 0; i < model->buffers.size(); ++i) {
    BufferT& buffer = *model->buffers[i];
    if (buffer.offset <= 1) continue;
    TFLL_ASSIGN_OR_RETURN(
        const auto contents,
        schema::BufferContents(file, static_cast<uint32_t>(i)));
    buffer.data = Copied(contents);
    buffer.offset = buffer.size = 0;
  }
  for (size_t g = 0; g < model->subgraphs.size(); ++g) {
    const auto* from = file.model->subgraphs()->Get(static_cast<uint32_t>(g));
    for (size_t n = 0; n < model->subgraphs[g]->operators.size(); ++n) {
      OperatorT& op = *model->subgraphs[g]->operators[n];
      if (op.large_custom_options_offset <= 1) continue;
      TFLL_ASSIGN_OR_RETURN(
          const auto options,
          schema::CustomOptions(
              file, *from->operators()->Get(static_cast<uint32_t>(n))));
      op.custom_options = Copied(options);
      op.large_custom_options_offset = op.large_custom_options_size = 0;
    }
  }
  return OkStatus();
}

// Which of `size` indices are in use, and their new numbers.
class Renumbering {
 public:
  explicit Renumbering(size_t size) : used_(size) {}
  void Use(int64_t index) {
    if (index >= 0 && index < static_cast<int64_t>(used_.size())) {
      used_[static_cast<size_t>(index)] = true;
    }
  }
  template <typename List>
  void UseAll(const List& list) {
    for (const auto index : list) Use(index);
  }
  void Finish() {
    int next = 0;
    for (const bool used : used_) numbers_.push_back(used ? next++ : -1);
  }
  bool is_used(size_t index) const { return used_[index]; }
  // Negative indices are omitted tensors.
  template <typename Index>
  void Change(Index* index) const {
    if (static_cast<int64_t>(*index) >= 0 &&
        static_cast<size_t>(*index) < numbers_.size()) {
      *index = static_cast<Index>(numbers_[static_cast<size_t>(*index)]);
    }
  }
  template <typename List>
  void ChangeAll(List* list) const {
    for (auto& index : *list) Change(&index);
  }
  template <typename T>
  void Remove(std::vector<std::unique_ptr<T>>* list) const {
    size_t next = 0;
    for (size_t i = 0; i < list->size(); ++i) {
      if (used_[i]) std::swap((*list)[next++], (*list)[i]);
    }
    list->resize(next);
  }

 private:
  std::vector<bool> used_;
  std::vector<int> numbers_;
};

// Calls function(&index) for the tensors with the tensor's scales and zero
// points, if they are in tensors.
template <typename Function>
void ForEachScaleTensor(const TensorT& tensor, Function function) {
  if (tensor.quantization == nullptr) return;
  QuantizationDetailsUnion& details = tensor.quantization->details;
  if (auto* q = details.AsBlockwiseQuantization()) {
    function(&q->scales);
    function(&q->zero_points);
  } else if (auto* axes = details.AsMultiAxisQuantization()) {
    function(&axes->scales);
    function(&axes->zero_points);
  }
}

void CompactTensors(uint32_t index, ModelT* model) {
  SubGraphT& graph = *model->subgraphs[index];
  Renumbering tensors(graph.tensors.size());
  tensors.UseAll(graph.inputs);
  tensors.UseAll(graph.outputs);
  for (const auto& op : graph.operators) {
    tensors.UseAll(op->inputs);
    tensors.UseAll(op->outputs);
    tensors.UseAll(op->intermediates);
  }
  const auto for_signatures = [&](auto function) {
    for (const auto& signature : model->signature_defs) {
      if (signature->subgraph_index != index) continue;
      for (auto* list : {&signature->inputs, &signature->outputs}) {
        for (const auto& entry : *list) function(&entry->tensor_index);
      }
    }
  };
  for_signatures([&](uint32_t* tensor) { tensors.Use(*tensor); });
  const auto for_scales = [&](auto function) {
    for (size_t t = 0; t < graph.tensors.size(); ++t) {
      if (tensors.is_used(t)) ForEachScaleTensor(*graph.tensors[t], function);
    }
  };
  for_scales([&](int32_t* tensor) { tensors.Use(*tensor); });
  tensors.Finish();
  for_scales([&](int32_t* tensor) { tensors.Change(tensor); });
  for_signatures([&](uint32_t* tensor) { tensors.Change(tensor); });
  tensors.ChangeAll(&graph.inputs);
  tensors.ChangeAll(&graph.outputs);
  for (const auto& op : graph.operators) {
    tensors.ChangeAll(&op->inputs);
    tensors.ChangeAll(&op->outputs);
    tensors.ChangeAll(&op->intermediates);
  }
  tensors.Remove(&graph.tensors);
}

void CompactBuffers(ModelT* model) {
  Renumbering buffers(model->buffers.size());
  buffers.Use(0);  // by convention without contents
  const auto for_each = [&](auto function) {
    for (const auto& graph : model->subgraphs) {
      for (const auto& tensor : graph->tensors) function(&tensor->buffer);
    }
    for (const auto& entry : model->metadata) function(&entry->buffer);
    for (int32_t& buffer : model->metadata_buffer) function(&buffer);
  };
  for_each([&](auto* index) { buffers.Use(*index); });
  buffers.Finish();
  for_each([&](auto* index) { buffers.Change(index); });
  buffers.Remove(&model->buffers);
}

void CompactOperatorCodes(ModelT* model) {
  Renumbering codes(model->operator_codes.size());
  const auto for_each = [&](auto function) {
    for (const auto& graph : model->subgraphs) {
      for (const auto& op : graph->operators) function(&op->opcode_index);
    }
  };
  for_each([&](uint32_t* index) { codes.Use(*index); });
  codes.Finish();
  for_each([&](uint32_t* index) { codes.Change(index); });
  codes.Remove(&model->operator_codes);
}

// True if the operator must keep its order relative to others of this kind, as
// when delegates take nodes of a graph.
bool IsOrdered(const OperatorT& op, const ModelT& model) {
  const auto holds_state = [&](int index) {
    if (index < 0) return false;
    const TensorT& t = *model.subgraphs[0]->tensors[static_cast<size_t>(index)];
    return t.is_variable || t.type == TensorType_RESOURCE ||
           t.type == TensorType_VARIANT;
  };
  return core::HasSideEffect(
             GetBuiltinCode(model.operator_codes[op.opcode_index].get())) ||
         std::any_of(op.inputs.begin(), op.inputs.end(), holds_state) ||
         std::any_of(op.outputs.begin(), op.outputs.end(), holds_state);
}

// The operators in an order in which each follows those whose results it reads,
// otherwise as they were.
std::vector<std::unique_ptr<OperatorT>> Sorted(
    std::vector<std::unique_ptr<OperatorT>> operators, const ModelT& model) {
  // Written by an operator that is left.
  std::vector<bool> pending(model.subgraphs[0]->tensors.size());
  const auto mark_outputs = [&](const OperatorT& op, bool value) {
    for (const int t : op.outputs) {
      if (t >= 0) pending[static_cast<size_t>(t)] = value;
    }
  };
  for (const auto& op : operators) mark_outputs(*op, true);
  std::vector<std::unique_ptr<OperatorT>> sorted;
  while (sorted.size() < operators.size()) {
    const size_t before = sorted.size();
    bool awaits_state = false;  // an ordered operator is left
    for (auto& op : operators) {
      if (op == nullptr) continue;
      const bool ordered = IsOrdered(*op, model);
      const bool ready =
          !(ordered && awaits_state) &&
          std::none_of(op->inputs.begin(), op->inputs.end(), [&](int t) {
            return t >= 0 && pending[static_cast<size_t>(t)];
          });
      if (!ready) {
        awaits_state = awaits_state || ordered;
        continue;
      }
      mark_outputs(*op, false);
      sorted.push_back(std::move(op));
    }
    if (sorted.size() == before) break;  // a cycle: no valid model
  }
  return sorted;
}

}  // namespace

StatusOr<std::unique_ptr<ModelT>> UnpackWhole(const FlatBufferModel& model) {
  std::unique_ptr<ModelT> unpacked(model.GetModel()->UnPack());
  TFLL_RETURN_IF_ERROR(LoadContents(model.file(), unpacked.get()));
  return unpacked;
}

std::string PackWhole(const ModelT& model) {
  flatbuffers::FlatBufferBuilder fbb;
  FinishModelBuffer(fbb, tflite::Model::Pack(fbb, &model));
  return std::string(reinterpret_cast<const char*>(fbb.GetBufferPointer()),
                     fbb.GetSize());
}

namespace {

// Errors name nodes and what these read and write, no constants within.
void DropNamesOfConstants(SubGraphT* graph) {
  std::set<int> named(graph->inputs.begin(), graph->inputs.end());
  named.insert(graph->outputs.begin(), graph->outputs.end());
  for (const auto& op : graph->operators) {
    named.insert(op->outputs.begin(), op->outputs.end());
  }
  for (size_t t = 0; t < graph->tensors.size(); ++t) {
    if (named.count(static_cast<int>(t)) == 0) graph->tensors[t]->name.clear();
  }
}

}  // namespace

void SetConstants(const std::map<int, std::vector<uint8_t>>& contents,
                  ModelT* model) {
  for (const auto& [tensor, bytes] : contents) {
    model->subgraphs[0]->tensors[static_cast<size_t>(tensor)]->buffer =
        static_cast<uint32_t>(model->buffers.size());
    model->buffers.push_back(std::make_unique<BufferT>());
    model->buffers.back()->data = bytes;
  }
}

void KeepOnly(const Part& part, ModelT* model) {
  model->subgraphs.resize(1);
  model->signature_defs.clear();
  model->metadata.clear();
  model->metadata_buffer.clear();
  model->description.clear();
  SubGraphT& graph = *model->subgraphs[0];
  std::vector<std::unique_ptr<OperatorT>> kept;
  for (const int node : part.nodes) {
    kept.push_back(std::move(graph.operators[static_cast<size_t>(node)]));
  }
  graph.operators = std::move(kept);
  graph.inputs = part.inputs;
  graph.outputs = part.outputs;
  DropNamesOfConstants(&graph);
  Compact(model);
}

namespace {

// Removes operators that write nothing but tensors of the list, or of those
// that only removed operators read, if nobody reads them any more.
void RemoveUnread(std::set<int> tensors, ModelT* model) {
  SubGraphT& graph = *model->subgraphs[0];
  std::multiset<int> read(graph.outputs.begin(), graph.outputs.end());
  for (const auto& op : graph.operators) {
    read.insert(op->inputs.begin(), op->inputs.end());
  }
  for (size_t n = graph.operators.size(); n-- > 0;) {
    const OperatorT& op = *graph.operators[n];
    if (op.outputs.empty() || IsOrdered(op, *model) ||
        !std::all_of(op.outputs.begin(), op.outputs.end(), [&](int t) {
          return tensors.count(t) != 0 && read.count(t) == 0;
        })) {
      continue;
    }
    for (const int t : op.inputs) {
      read.erase(read.find(t));
      tensors.insert(t);
    }
    graph.operators.erase(graph.operators.begin() + static_cast<long>(n));
  }
}

}  // namespace

void ReplaceParts(const std::vector<Part>& parts,
                  std::vector<std::vector<uint8_t>> options, ModelT* model) {
  auto code = std::make_unique<OperatorCodeT>();
  code->builtin_code = BuiltinOperator_CUSTOM;
  code->deprecated_builtin_code = static_cast<int8_t>(BuiltinOperator_CUSTOM);
  code->custom_code = edgetpu::kCustomOpName;
  SubGraphT& graph = *model->subgraphs[0];
  std::set<int> read;  // by nodes of the parts
  for (size_t i = 0; i < parts.size(); ++i) {
    auto op = std::make_unique<OperatorT>();
    op->opcode_index = static_cast<uint32_t>(model->operator_codes.size());
    op->inputs = parts[i].inputs;
    op->outputs = parts[i].outputs;
    op->custom_options = std::move(options[i]);
    for (const int node : parts[i].nodes) {
      auto& replaced = graph.operators[static_cast<size_t>(node)];
      read.insert(replaced->inputs.begin(), replaced->inputs.end());
      replaced.reset();
    }
    graph.operators[static_cast<size_t>(parts[i].nodes[0])] = std::move(op);
  }
  model->operator_codes.push_back(std::move(code));
  graph.operators.erase(
      std::remove(graph.operators.begin(), graph.operators.end(), nullptr),
      graph.operators.end());
  RemoveUnread(std::move(read), model);
  graph.operators = Sorted(std::move(graph.operators), *model);
  Compact(model);
}

void Compact(ModelT* model) {
  for (uint32_t g = 0; g < model->subgraphs.size(); ++g) {
    CompactTensors(g, model);
  }
  CompactBuffers(model);
  CompactOperatorCodes(model);
}

}  // namespace tflite::edgetpu_compiler
