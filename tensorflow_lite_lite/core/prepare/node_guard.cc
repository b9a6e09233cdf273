#include "tensorflow_lite_lite/core/prepare/node_guard.h"

#include <algorithm>

#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/array.h"
#include "tensorflow_lite_lite/core/graph/tensor_bytes.h"
#include "tensorflow_lite_lite/core/memory/tensor_homes.h"

namespace tflite::core {
namespace {

bool InArena(const TfLiteTensor& t) {
  return t.allocation_type == kTfLiteArenaRw ||
         t.allocation_type == kTfLiteArenaRwPersistent;
}

// True for memory that must not move during a run.
bool IsPlanned(const TfLiteTensor& t) {
  return InArena(t) || t.allocation_type == kTfLiteCustom;
}

bool HasElementSize(TfLiteType type) {
  return type != kTfLiteNoType && type != kTfLiteString &&
         type != kTfLiteResource && type != kTfLiteVariant;
}

bool Equals(const TfLiteIntArray* array, const std::vector<int>& values) {
  return array != nullptr &&
         TfLiteIntArrayEqualsArray(array, static_cast<int>(values.size()),
                                   values.data()) != 0;
}

void Assign(const TfLiteIntArray* array, std::vector<int>* values) {
  const Indices all(array);
  values->assign(all.begin(), all.end());
}

// Restores the list. Returns true if it had been changed.
bool PutBack(const std::vector<int>& values, TfLiteIntArray** array) {
  if (Equals(*array, values)) return false;
  TfLiteIntArrayFree(*array);
  *array = BuildTfLiteArray<int>(values).release();
  return true;
}

// Returns the reason why the tensor's type and shape do not match its data;
// empty if they do.
std::string Unsound(const TfLiteTensor& t) {
  if (t.dims == nullptr) return "is left without a shape";
  if (!HasElementSize(t.type)) return "";
  if (!InArena(t) && (!IsOnHeap(t) || t.data.data == nullptr)) return "";
  const auto bytes =
      BytesOf(t.type, t.dims->data, static_cast<size_t>(t.dims->size));
  if (!bytes.ok()) {
    return StrCat("is left with a bad shape: ", bytes.status().message());
  }
  if (*bytes <= t.bytes) return "";
  return StrCat("is left with ", t.bytes, " bytes where its shape needs ",
                *bytes);
}

}  // namespace

bool NodeGuard::IsNeeded(const TfLiteRegistration& registration) {
  if (registration.builtin_code == kTfLiteBuiltinDelegate) return false;
  return registration.builtin_code == kTfLiteBuiltinCustom ||
         registration.registration_external != nullptr;
}

void NodeGuard::Note(const Graph& graph, const TfLiteNode& node, int refused) {
  Assign(node.inputs, &inputs_);
  Assign(node.outputs, &outputs_);
  count_ = 0;
  refused_ = refused;
  for (const auto* list : {node.inputs, node.outputs, node.temporaries}) {
    for (const int t : Indices(list)) {
      if (!graph.HasTensor(t)) continue;
      if (count_ == seen_.size()) seen_.emplace_back();
      Seen& seen = seen_[count_++];
      seen.index = t;
      seen.was = graph.tensors[t];
      // A variable that the node updates is an input.
      seen.written = list != node.inputs || seen.was.is_variable;
      Assign(seen.was.dims, &seen.dims);
    }
  }
}

std::string NodeGuard::Check(Phase phase, Graph* graph, TfLiteNode* node,
                             int refused) const {
  std::string problem;
  if (refused != refused_) problem = "it asked for a size that it cannot have";
  if (PutBack(inputs_, &node->inputs))
    problem = "it changes its list of inputs";
  if (PutBack(outputs_, &node->outputs))
    problem = "it changes its list of outputs";
  for (size_t i = 0; i < count_; ++i) {
    TfLiteTensor& t = graph->tensors[seen_[i].index];
    const std::string difference = Difference(phase, seen_[i], t);
    if (difference.empty()) continue;
    Restore(seen_[i], &t);
    if (!problem.empty()) continue;
    problem = StrCat("tensor ", seen_[i].index, " '",
                     t.name == nullptr ? "" : t.name, "' ", difference);
  }
  // Temporaries may have been added.
  for (const int t : Indices(node->temporaries)) {
    if (!graph->HasTensor(t)) {
      problem = StrCat("its temporary tensor ", t, " does not exist");
    } else if (graph->tensors[t].dims != nullptr && problem.empty()) {
      const std::string unsound = Unsound(graph->tensors[t]);
      if (!unsound.empty()) {
        problem = StrCat("its temporary tensor ", t, " ", unsound);
      }
    }
  }
  return problem;
}

std::string NodeGuard::Difference(Phase phase, const Seen& seen,
                                  const TfLiteTensor& now) {
  const TfLiteTensor& was = seen.was;
  if (was.dims == nullptr && now.dims == nullptr) return "";  // a new temporary
  if (was.quantization.params != nullptr &&
      now.quantization.params == nullptr) {
    return "has lost its quantization";
  }
  const bool may_change =
      seen.written && !(phase == Phase::kInvoke && IsPlanned(was));
  if (!may_change && !IsOnHeap(was)) {
    if (now.type != was.type) return "has changed its type";
    if (now.allocation_type != was.allocation_type) {
      return "has changed where it is allocated";
    }
    if (!Equals(now.dims, seen.dims)) return "has changed its shape";
    // An operator may use its own memory for an output.
    if (now.data.data != was.data.data &&
        (!seen.written || now.data.data == nullptr)) {
      return "has lost its data";
    }
    if (now.bytes != was.bytes) return "has changed its size";
  }
  return Unsound(now);
}

void NodeGuard::Restore(const Seen& seen, TfLiteTensor* tensor) {
  const TfLiteTensor& was = seen.was;
  // The allocation type may say that it is on the heap although it is not.
  if (IsOnHeap(was) || tensor->data.data != was.data.data) {
    TfLiteTensorDataFree(tensor);
  }
  if (IsOnHeap(was)) {
    tensor->data.data = nullptr;
  } else {
    tensor->data = was.data;
    tensor->bytes = was.bytes;
  }
  tensor->type = was.type;
  tensor->allocation_type = was.allocation_type;
  PutBack(seen.dims, &tensor->dims);
}

}  // namespace tflite::core
