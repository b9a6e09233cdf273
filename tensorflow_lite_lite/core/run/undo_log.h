#ifndef TENSORFLOW_LITE_LITE_CORE_RUN_UNDO_LOG_H_
#define TENSORFLOW_LITE_LITE_CORE_RUN_UNDO_LOG_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "tensorflow_lite_lite/base/resources.h"
#include "tensorflow_lite_lite/core/graph/graph.h"

namespace tflite::core {

// Records values that a delegate's kernel may change, so that the CPU can
// repeat its nodes if it fails: variables, inputs that the kernel overwrites,
// and the resources of the model. Records can be nested, as a kernel may run
// other graphs. Not thread-safe.
class UndoLog {
 public:
  // Larger tensors are not copied, nor resources that are larger together.
  static constexpr size_t kMaxCopiedBytes = 64 * 1024;

  // `resources` must outlive this object.
  explicit UndoLog(ResourceStore* resources) : resources_(resources) {}

  void Begin();
  bool recording() const { return !marks_.empty(); }
  // Saves the value of a tensor, once per record. The graph must outlive the
  // record.
  void Save(Graph* graph, int tensor_index);
  // Saves all resources, once per record. Call if a node that the kernel
  // replaces or runs, which error messages name, changes any.
  void SaveResources(Graph* graph, int node_index);
  // Saves the variables of a graph, and the resources if a node of its plan
  // changes any. Call if a kernel runs the graph.
  void SaveGraph(Graph* graph, const std::vector<int>& plan);
  // Ends the record and keeps the changes that the kernel has made.
  void Commit();
  // Ends the record and restores all saved values. Returns a description of the
  // changes that it cannot restore, with the reason, or an empty string.
  std::string Rollback();

 private:
  enum class Obstacle { kNone, kTooLarge, kInDelegate, kNoBytes };
  struct Entry {
    Graph* graph;
    int index;  // of a tensor; if `resources`, of a node that changes them
    bool resources;
    // Of a tensor:
    Obstacle obstacle;
    std::vector<char> bytes;
    // Of the resources; why there is no copy of them, or empty:
    std::string problem;
    ResourceStore::Snapshot snapshot;
  };

  // Each returns an empty string on success.
  std::string PutBack(const Entry& entry);
  static std::string PutBackTensor(const Entry& entry);
  // Adds an entry to the innermost record; returns null if it already has one
  // for this tensor, or for resources.
  Entry* Add(Graph* graph, int index, bool resources);

  ResourceStore* resources_;
  std::vector<Entry> entries_;  // not shrunk, so that their memory is reused
  size_t count_ = 0;            // number of entries in use
  std::vector<size_t> marks_;   // start of each record
};

// Returns the first node in `nodes` that may change a resource (a variable, a
// table, or data that is initialized once), or -1.
int NodeThatChangesResources(const Graph& graph, absl::Span<const int> nodes);

// Returns the inputs of a node that share memory with an output, because of
// memory planning or because the application provides the same memory for both.
std::vector<int> InputsUnderOutputs(const Graph& graph, const TfLiteNode& node);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_RUN_UNDO_LOG_H_
