#include "testing/delegate_under_test.h"

#include <algorithm>
#include <utility>

namespace tflite {

DelegateUnderTest::DelegateUnderTest() : providers_(&params_) {
  providers_.AddAllDelegateParams();
}

std::vector<Flag> DelegateUnderTest::CreateFlags() {
  std::vector<Flag> flags;
  providers_.AppendCmdlineFlags(flags);
  return flags;
}

std::vector<tools::ProvidedDelegateList::ProvidedDelegate>
DelegateUnderTest::Create() const {
  return providers_.CreateAllRankedDelegates();
}

Status DelegateUnderTest::Apply(Interpreter& interpreter) const {
  for (auto& provided : Create()) {
    const TfLiteStatus status =
        interpreter.ModifyGraphWithDelegate(std::move(provided.delegate));
    if (status != kTfLiteOk && status != kTfLiteDelegateError) {
      return Invalid("cannot apply delegate ", provided.provider->GetName());
    }
  }
  return OkStatus();
}

DelegatedNodes CountDelegatedNodes(const Interpreter& interpreter) {
  DelegatedNodes out;
  for (size_t i = 0; i < interpreter.subgraphs_size(); ++i) {
    const Subgraph& graph = *interpreter.subgraph(static_cast<int>(i));
    for (const int index : graph.execution_plan()) {
      const TfLiteNode& node = graph.node_and_registration(index)->first;
      if (node.delegate == nullptr) ++out.nodes;
    }
    if (!graph.HasDelegates()) continue;
    const auto& original = graph.pre_delegation_execution_plan();
    const int before = static_cast<int>(original.size());
    const int left = static_cast<int>(std::count_if(
        graph.execution_plan().begin(), graph.execution_plan().end(),
        [&](int index) {
          return graph.node_and_registration(index)->first.delegate == nullptr;
        }));
    out.nodes += before - left;
    out.delegated += before - left;
  }
  return out;
}

}  // namespace tflite
