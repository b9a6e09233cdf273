#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATION_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATION_H_

#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/operator.h"

namespace tflite {

// Why a node that a delegate asked for runs on the CPU after all.
struct DelegationNote {
  const TfLiteDelegate* delegate;
  int node_index;  // in the undelegated graph
  std::string reason;
};

// What delegates have done to a subgraph.
struct Delegation {
  std::vector<TfLiteDelegate*> applied;  // in order
  // Taken off for a change of the graph; the next AllocateTensors puts them
  // back.
  bool undone = false;

  // The plan before the first delegate, empty while there is none, and for each
  // of its nodes the number of inputs and these: delegates may rewrite them.
  std::vector<int> original_plan;
  std::vector<int> original_inputs;

  // Operators of opaque delegates, whose nodes they outlive.
  std::vector<std::unique_ptr<TfLiteOperator>> operators;

  std::vector<DelegationNote> notes;

  // Contexts on which delegate functions are allowed, counted.
  int preparing = 0;

  // While one delegate is applied: ----------------------------------------
  // Nodes (by index) that touch dynamic tensors, hence not to be had by a
  // delegate that needs static shapes. Empty where it takes any.
  std::vector<bool> dynamic_nodes;
  int refused_dynamic = 0;
  int partitions_made = 0;
  int partitions_failed = 0;
  // What PreviewDelegatePartitioning last handed out.
  std::vector<TfLiteDelegateParams> preview;
};

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATION_H_
