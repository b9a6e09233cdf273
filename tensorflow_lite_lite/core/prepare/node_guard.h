#ifndef TENSORFLOW_LITE_LITE_CORE_PREPARE_NODE_GUARD_H_
#define TENSORFLOW_LITE_LITE_CORE_PREPARE_NODE_GUARD_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/graph/graph.h"

namespace tflite::core {

// Operators of an application's own are handed the graph's structs and may
// leave them in a state that crashes whoever comes next. A guard notes what
// such a node's lists and tensors are before the operator's function is called,
// and afterwards puts back what it had no right to change. One guard serves
// calls one after another.
class NodeGuard {
 public:
  // Custom operators and those of the opaque API, but no delegates' kernels.
  static bool IsNeeded(const TfLiteRegistration& registration);

  // `refused`: how many sizes of tensors have been refused so far. Where an
  // operator asks for one it is told, but may go on.
  void Note(const Graph& graph, const TfLiteNode& node, int refused);

  // Returns what is wrong with which tensor, made good as far as possible, or
  // nothing. An operator that prepares may change its outputs and temporaries,
  // as long as type, shape and size agree; one that runs may change the dynamic
  // ones only.
  enum class Phase { kPrepare, kInvoke };
  std::string Check(Phase phase, Graph* graph, TfLiteNode* node,
                    int refused) const;

 private:
  struct Seen {
    int index;
    bool written;      // an output or a temporary tensor
    TfLiteTensor was;  // fields only; its arrays may be gone
    std::vector<int> dims;
  };

  static std::string Difference(Phase phase, const Seen& seen,
                                const TfLiteTensor& now);
  static void Restore(const Seen& seen, TfLiteTensor* tensor);

  std::vector<int> inputs_, outputs_;
  std::vector<Seen> seen_;
  int refused_ = 0;
  size_t count_ = 0;  // entries of seen_ in use: their memory is kept
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_PREPARE_NODE_GUARD_H_
