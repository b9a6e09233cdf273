#include "tensorflow_lite_lite/core/run/undo_log.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/graph/describe.h"

namespace tflite::core {

void UndoLog::Begin() { marks_.push_back(count_); }

UndoLog::Entry* UndoLog::Add(Graph* graph, int index, bool resources) {
  for (size_t i = marks_.back(); i < count_; ++i) {
    const Entry& entry = entries_[i];
    if (entry.resources != resources) continue;
    if (resources || (entry.graph == graph && entry.index == index)) {
      return nullptr;
    }
  }
  if (count_ == entries_.size()) entries_.emplace_back();
  Entry* entry = &entries_[count_++];
  entry->graph = graph;
  entry->index = index;
  entry->resources = resources;
  entry->obstacle = Obstacle::kNone;
  return entry;
}

void UndoLog::Save(Graph* graph, int tensor_index) {
  if (!graph->HasTensor(tensor_index)) return;
  const TfLiteTensor* t = &graph->tensors[tensor_index];
  if (t->bytes == 0) return;
  const bool in_delegate = t->delegate != nullptr &&
                           t->buffer_handle != kTfLiteNullBufferHandle &&
                           (t->data_is_stale || t->data.raw == nullptr);
  if (t->data.raw == nullptr && !in_delegate) return;
  Entry* const entry = Add(graph, tensor_index, /*resources=*/false);
  if (entry == nullptr) return;
  if (in_delegate) {
    entry->obstacle = Obstacle::kInDelegate;
  } else if (t->type == kTfLiteVariant) {
    entry->obstacle = Obstacle::kNoBytes;
  } else if (t->bytes > kMaxCopiedBytes) {
    entry->obstacle = Obstacle::kTooLarge;
  } else {
    entry->bytes.assign(t->data.raw, t->data.raw + t->bytes);
  }
}

void UndoLog::SaveResources(Graph* graph, int node_index) {
  Entry* const entry = Add(graph, node_index, /*resources=*/true);
  if (entry == nullptr) return;
  entry->problem = resources_->Save(kMaxCopiedBytes, &entry->snapshot);
}

void UndoLog::SaveGraph(Graph* graph, const std::vector<int>& plan) {
  const int changes = NodeThatChangesResources(*graph, plan);
  if (changes >= 0) SaveResources(graph, changes);
  for (size_t t = 0; t < graph->tensors.size(); ++t) {
    if (graph->tensors[t].is_variable) Save(graph, static_cast<int>(t));
  }
}

void UndoLog::Commit() {
  const size_t mark = marks_.back();
  marks_.pop_back();
  // An outer record still needs the entries.
  if (marks_.empty()) count_ = mark;
}

std::string UndoLog::Rollback() {
  std::string lost;
  // In reverse order, so that the oldest value is restored last.
  while (count_ > marks_.back()) {
    std::string why = PutBack(entries_[--count_]);
    if (!why.empty()) lost = std::move(why);
  }
  marks_.pop_back();
  return lost;
}

std::string UndoLog::PutBack(const Entry& entry) {
  if (!entry.resources) return PutBackTensor(entry);
  if (entry.problem.empty()) {
    resources_->Restore(entry.snapshot);
    return "";
  }
  return "the resource that " + DescribeNode(*entry.graph, entry.index) +
         " changes: " + entry.problem;
}

std::string UndoLog::PutBackTensor(const Entry& entry) {
  const std::string name = DescribeTensor(*entry.graph, entry.index);
  TfLiteTensor* t = &entry.graph->tensors[entry.index];
  switch (entry.obstacle) {
    case Obstacle::kTooLarge:
      return name + ": its " + std::to_string(t->bytes) +
             " bytes are more than the " + std::to_string(kMaxCopiedBytes) +
             " that are saved before a run";
    case Obstacle::kInDelegate:
      return name + ": its value is in a buffer of the delegate";
    case Obstacle::kNoBytes:
      return name + ": its value is an object, which is not saved";
    case Obstacle::kNone:
      break;
  }
  if (t->data.raw == nullptr || t->bytes != entry.bytes.size()) {
    return name + ": it has been resized";
  }
  std::memcpy(t->data.raw, entry.bytes.data(), t->bytes);
  t->data_is_stale = false;
  return "";
}

int NodeThatChangesResources(const Graph& graph, absl::Span<const int> nodes) {
  const auto changes = [&](const TfLiteNode& node, int builtin_code) {
    switch (builtin_code) {
      case kTfLiteBuiltinCallOnce:
        return true;
      case kTfLiteBuiltinVarHandle:
      case kTfLiteBuiltinReadVariable:
      case kTfLiteBuiltinHashtable:
      case kTfLiteBuiltinHashtableFind:
      case kTfLiteBuiltinHashtableSize:
        return false;
      default:
        break;
    }
    const Indices inputs(node.inputs);
    return std::any_of(inputs.begin(), inputs.end(), [&](int t) {
      return graph.HasTensor(t) && graph.tensors[t].type == kTfLiteResource;
    });
  };
  for (const int n : nodes) {
    const auto& [node, registration] = graph.nodes[n];
    // The nodes that a delegate's node replaces are checked instead.
    if (node.delegate == nullptr && changes(node, registration.builtin_code)) {
      return n;
    }
  }
  return -1;
}

std::vector<int> InputsUnderOutputs(const Graph& graph,
                                    const TfLiteNode& node) {
  struct Range {
    const char* begin;
    const char* end;
  };
  std::vector<Range> outputs;
  for (const int i : Indices(node.outputs)) {
    if (!graph.HasTensor(i)) continue;
    const TfLiteTensor& t = graph.tensors[i];
    if (t.data.raw == nullptr || t.bytes == 0) continue;
    outputs.push_back({t.data.raw, t.data.raw + t.bytes});
  }
  std::sort(outputs.begin(), outputs.end(),
            [](const Range& a, const Range& b) { return a.begin < b.begin; });
  // Replace each end with the maximum so far, as ranges may contain others.
  for (size_t i = 1; i < outputs.size(); ++i) {
    outputs[i].end = std::max(outputs[i].end, outputs[i - 1].end);
  }
  std::vector<int> found;
  for (const int i : Indices(node.inputs)) {
    if (!graph.HasTensor(i)) continue;
    const TfLiteTensor& t = graph.tensors[i];
    if (t.data.raw == nullptr || t.bytes == 0) continue;
    const auto after = std::lower_bound(
        outputs.begin(), outputs.end(), t.data.raw + t.bytes,
        [](const Range& r, const char* end) { return r.begin < end; });
    if (after != outputs.begin() && std::prev(after)->end > t.data.raw) {
      found.push_back(i);
    }
  }
  return found;
}

}  // namespace tflite::core
