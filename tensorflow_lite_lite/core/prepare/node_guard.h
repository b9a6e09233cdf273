#ifndef TENSORFLOW_LITE_LITE_CORE_PREPARE_NODE_GUARD_H_
#define TENSORFLOW_LITE_LITE_CORE_PREPARE_NODE_GUARD_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/graph/graph.h"

namespace tflite::core {

// Operators of an application get the structs of the graph and may leave them
// in a state that crashes other code. A guard records the tensor lists and
// tensors of such a node before a function of the operator is called.
// Afterwards it restores everything that the operator was not allowed to
// change. A guard can be reused for consecutive calls.
class NodeGuard {
 public:
  // True for custom operators and operators of the opaque API, but not for
  // kernels of delegates.
  static bool IsNeeded(const TfLiteRegistration& registration);

  // `refused` is the number of tensor sizes that were rejected so far. Check
  // reports an increase, because an operator may have ignored the error of its
  // resize.
  void Note(const Graph& graph, const TfLiteNode& node, int refused);

  // Restores invalid tensors and lists as far as possible. Returns a message
  // about one of the problems, or an empty string. In Prepare, an operator may
  // change its outputs and temporaries if type, shape and size are consistent;
  // in Invoke, only the dynamic ones.
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
  size_t count_ = 0;  // entries of seen_ in use; their memory is reused
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_PREPARE_NODE_GUARD_H_
