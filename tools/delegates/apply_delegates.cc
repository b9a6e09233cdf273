#include "tools/delegates/apply_delegates.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/delegates/delegation_report.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tools/logging.h"

namespace tflite {
namespace tools {
namespace {

struct Share {
  int kernels = 0;
  size_t nodes = 0;  // the nodes they replace
  bool whole = false;
};

// The delegate's share of the graph. Other delegates, including default ones,
// may run nodes too.
Share ShareOf(const TfLiteDelegate* delegate, const Subgraph& graph) {
  Share share;
  const DelegationReport::Graph report = ReportDelegation(graph);
  for (const DelegationReport::Partition& p : report.partitions) {
    const TfLiteNode& node = graph.node_and_registration(p.node_index)->first;
    if (node.delegate != delegate) continue;
    ++share.kernels;
    share.nodes += p.nodes.size();
  }
  share.whole = share.nodes > 0 && share.nodes == report.nodes.size();
  return share;
}

// The subgraphs that a node's operator runs.
std::vector<int> GraphsOf(const TfLiteNode& node, int builtin_code) {
  const void* data = node.builtin_data;
  if (data == nullptr) return {};
  switch (builtin_code) {
    case kTfLiteBuiltinIf: {
      const auto* p = static_cast<const TfLiteIfParams*>(data);
      return {p->then_subgraph_index, p->else_subgraph_index};
    }
    case kTfLiteBuiltinWhile: {
      const auto* p = static_cast<const TfLiteWhileParams*>(data);
      return {p->cond_subgraph_index, p->body_subgraph_index};
    }
    case kTfLiteBuiltinCallOnce:
      return {
          static_cast<const TfLiteCallOnceParams*>(data)->init_subgraph_index};
    case kTfLiteBuiltinStablehloComposite:
      return {static_cast<const TfLiteStablehloCompositeParams*>(data)
                  ->subgraph_index};
    case kTfLiteBuiltinStablehloCase: {
      const auto* p = static_cast<const TfLiteStablehloCaseParams*>(data);
      return {p->branch_subgraph_indices,
              p->branch_subgraph_indices + p->num_branches};
    }
    default:
      return {};
  }
}

// The subgraphs that the CPU's nodes of `graph` run, directly or indirectly.
std::vector<const Subgraph*> CalledGraphs(Interpreter* interpreter,
                                          const Subgraph& graph) {
  std::vector<const Subgraph*> found = {&graph};
  for (size_t i = 0; i < found.size(); ++i) {
    for (const int n : found[i]->execution_plan()) {
      const auto& [node, registration] = *found[i]->node_and_registration(n);
      for (const int index : GraphsOf(node, registration.builtin_code)) {
        const Subgraph* called = interpreter->subgraph(index);
        if (called == nullptr ||
            std::find(found.begin(), found.end(), called) != found.end()) {
          continue;
        }
        found.push_back(called);
      }
    }
  }
  found.erase(found.begin());
  return found;
}

void LogDelegation(const ProvidedDelegateList::ProvidedDelegate& provided,
                   Interpreter* interpreter, const Subgraph& graph) {
  const std::string name = provided.provider->GetName();
  const Share share = ShareOf(provided.delegate.get(), graph);
  int called = 0;
  for (const Subgraph* other : CalledGraphs(interpreter, graph)) {
    called += ShareOf(provided.delegate.get(), *other).kernels;
  }
  if (share.whole) {
    TFLITE_LOG(INFO)
        << "Explicitly applied " << name
        << " delegate, and the model graph will be completely executed by the "
           "delegate.";
  } else if (share.kernels + called > 0) {
    TFLITE_LOG(INFO)
        << "Explicitly applied " << name
        << " delegate, and the model graph will be partially executed by the "
           "delegate w/ "
        << share.kernels + called << " delegate kernels.";
  } else {
    TFLITE_LOG(INFO) << "Though " << name
                     << " delegate is explicitly applied, the model graph will "
                        "not be executed by the delegate.";
  }
  TFLITE_MAY_LOG(INFO, called > 0)
      << "Of these kernels, " << called
      << " are in subgraphs that nodes of the model graph run.";
}

// The number of kernels in all subgraphs whose delegate `counts`.
template <typename Predicate>
int CountKernelsIf(Interpreter* interpreter, const Predicate& counts) {
  int kernels = 0;
  for (size_t i = 0; i < interpreter->subgraphs_size(); ++i) {
    const Subgraph& graph = *interpreter->subgraph(static_cast<int>(i));
    for (const int n : graph.execution_plan()) {
      kernels += counts(graph.node_and_registration(n)->first.delegate);
    }
  }
  return kernels;
}

int CountKernels(Interpreter* interpreter) {
  return CountKernelsIf(interpreter, [](const TfLiteDelegate* delegate) {
    return delegate != nullptr;
  });
}

}  // namespace

bool WantsDefaultDelegates(const ToolParams& params) {
  return !params.HasParam("use_xnnpack") ||
         !params.HasValueSet<bool>("use_xnnpack");
}

bool RequiresDelegation(const ToolParams& params) {
  return params.HasParam("require_delegation") &&
         params.Get<bool>("require_delegation");
}

base::Status ApplyDelegates(
    const std::vector<ProvidedDelegateList::ProvidedDelegate>& delegates,
    Interpreter* interpreter, const Subgraph& graph) {
  TFLITE_MAY_LOG(INFO, !delegates.empty())
      << "Going to apply " << delegates.size()
      << " delegates one after another.";
  const InterpreterOptions& options =
      *interpreter->primary_subgraph().GetOptions();
  const bool required =
      options.GetRequireFullDelegation() || !options.GetDelegateFallback();
  for (const auto& provided : delegates) {
    const std::string name = provided.provider->GetName();
    TFLITE_LOG(INFO) << name << " delegate created.";
    TfLiteDelegate* const delegate = provided.delegate.get();
    const TfLiteStatus status = interpreter->ModifyGraphWithDelegate(delegate);
    if (status == kTfLiteOk) {
      LogDelegation(provided, interpreter, graph);
      continue;
    }
    const bool usable =
        status == kTfLiteDelegateError || status == kTfLiteApplicationError;
    if (required || !usable || IsUnavailableDelegate(delegate)) {
      return base::Invalid("Failed to apply ", name, " delegate.");
    }
    TFLITE_LOG(WARN) << "Failed to apply " << name
                     << " delegate. Its nodes run on the CPU; "
                        "with --require_delegation this is an error.";
  }
  return base::OkStatus();
}

int CountKernelsOf(
    const std::vector<ProvidedDelegateList::ProvidedDelegate>& delegates,
    Interpreter* interpreter) {
  return CountKernelsIf(interpreter, [&](const TfLiteDelegate* delegate) {
    return std::any_of(delegates.begin(), delegates.end(),
                       [delegate](const auto& provided) {
                         return provided.delegate.get() == delegate;
                       });
  });
}

NodeShare CountNodesOf(
    const std::vector<ProvidedDelegateList::ProvidedDelegate>& delegates,
    const Subgraph& graph) {
  NodeShare all;
  all.nodes = static_cast<int>(ReportDelegation(graph).nodes.size());
  for (const auto& provided : delegates) {
    const Share share = ShareOf(provided.delegate.get(), graph);
    all.delegated += static_cast<int>(share.nodes);
  }
  return all;
}

FallbackWatch::FallbackWatch(Interpreter* interpreter)
    : interpreter_(interpreter), kernels_(CountKernels(interpreter)) {}

bool FallbackWatch::FellBack() {
  const int before = std::exchange(kernels_, CountKernels(interpreter_));
  return kernels_ < before;
}

}  // namespace tools
}  // namespace tflite
