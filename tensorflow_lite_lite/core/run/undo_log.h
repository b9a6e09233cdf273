#ifndef TENSORFLOW_LITE_LITE_CORE_RUN_UNDO_LOG_H_
#define TENSORFLOW_LITE_LITE_CORE_RUN_UNDO_LOG_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "tensorflow_lite_lite/core/graph/graph.h"

namespace tflite::core {

// What a delegate's kernel may change, so that the CPU can repeat its nodes
// where it fails: variables and inputs that it writes over. Resources cannot be
// put back. Records nest, as a kernel may run other graphs. One thread at a
// time.
class UndoLog {
 public:
  // Larger tensors are not copied before a kernel runs.
  static constexpr size_t kMaxCopiedBytes = 64 * 1024;

  void Begin();
  bool recording() const { return !marks_.empty(); }
  // Notes the value of a tensor; only the first time in a record. The graph
  // outlives the record.
  void Save(Graph* graph, int tensor_index);
  // Notes a node that the kernel stands for or runs, and that changes
  // resources.
  void NoteResources(Graph* graph, int node_index);
  // Notes what the nodes of a graph's plan may change: a kernel runs the graph.
  void SaveGraph(Graph* graph, const std::vector<int>& plan);
  // Ends the record: what the kernel has changed stays.
  void Commit();
  // Ends the record and puts everything back that it has. Returns what it
  // cannot put back, with the reason; otherwise nothing.
  std::string Rollback();

 private:
  enum class Obstacle { kNone, kTooLarge, kInDelegate, kNoBytes, kResource };
  struct Entry {
    Graph* graph;
    int index;  // of the tensor; of the node, for kResource
    Obstacle obstacle;
    std::vector<char> bytes;
  };

  // Empty where it succeeds.
  static std::string PutBack(const Entry& entry);
  // A new one of the innermost record; null where it has such a one.
  Entry* Add(Graph* graph, int index, bool resource);

  std::vector<Entry> entries_;  // their memory is kept
  size_t count_ = 0;            // of entries in use
  std::vector<size_t> marks_;   // where each record begins
};

// The first node of `nodes` that may change a resource: a variable, a table, or
// what is initialized once. -1 if none.
int NodeThatChangesResources(const Graph& graph, absl::Span<const int> nodes);

// The inputs of a node whose memory some output shares: by memory planning, or
// because the application has lent it to both.
std::vector<int> InputsUnderOutputs(const Graph& graph, const TfLiteNode& node);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_RUN_UNDO_LOG_H_
