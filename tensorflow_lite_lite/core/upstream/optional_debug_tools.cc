#include "tensorflow_lite_lite/core/upstream/optional_debug_tools.h"

#include <cstdio>
#include <string>

#include "tensorflow_lite_lite/base/shape.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/core/calls/delegate_calls.h"
#include "tensorflow_lite_lite/core/calls/node_calls.h"

namespace tflite {
namespace {

std::string List(const TfLiteIntArray* indices) {
  const core::Indices range(indices);
  return base::StrCat("[", base::StrJoin(range, ","), "]");
}

std::string Cut(const char* text, int32_t length) {
  const std::string whole = text == nullptr ? "(null)" : text;
  return base::Abbreviate(whole, length < 4 ? 4 : static_cast<size_t>(length));
}

void PrintTensors(const Subgraph& graph, int32_t name_length,
                  int32_t type_length, int32_t alloc_length) {
  std::printf("%-6s %-*s %-*s %-*s %-12s %s\n", "Tensor", name_length, "Name",
              type_length, "Type", alloc_length, "Allocation", "Bytes",
              "Shape");
  for (size_t i = 0; i < graph.tensors_size(); ++i) {
    const TfLiteTensor& t = *graph.tensor(static_cast<int>(i));
    std::printf("%-6zu %-*s %-*s %-*s %-12zu %s\n", i, name_length,
                Cut(t.name, name_length).c_str(), type_length,
                Cut(TfLiteTypeGetName(t.type), type_length).c_str(),
                alloc_length,
                Cut(AllocTypeName(t.allocation_type), alloc_length).c_str(),
                t.bytes, base::Shape(t.dims).ToString().c_str());
  }
}

void PrintNodes(const Subgraph& graph) {
  const SubgraphDelegationMetadata metadata = GetNodeDelegationMetadata(graph);
  for (size_t i = 0; i < graph.nodes_size(); ++i) {
    const auto& [node, registration] =
        *graph.node_and_registration(static_cast<int>(i));
    std::string note;
    if (metadata.is_node_delegated[i]) {
      note = base::StrCat(", in node ", metadata.replaced_by_node[i]);
    } else if (node.delegate != nullptr) {
      note = base::StrCat(", stands for ", List(core::ReplacedNodes(node)));
    }
    std::printf("Node %zu %s: inputs %s, outputs %s, temporaries %s%s\n", i,
                core::OpName(registration), List(node.inputs).c_str(),
                List(node.outputs).c_str(), List(node.temporaries).c_str(),
                note.c_str());
  }
}

}  // namespace

const char* AllocTypeName(TfLiteAllocationType type) {
  switch (type) {
    case kTfLiteMemNone:
      return "kTfLiteMemNone";
    case kTfLiteMmapRo:
      return "kTfLiteMmapRo";
    case kTfLiteArenaRw:
      return "kTfLiteArenaRw";
    case kTfLiteArenaRwPersistent:
      return "kTfLiteArenaRwPersistent";
    case kTfLiteDynamic:
      return "kTfLiteDynamic";
    case kTfLitePersistentRo:
      return "kTfLitePersistentRo";
    case kTfLiteCustom:
      return "kTfLiteCustom";
    case kTfLiteVariantObject:
      return "kTfLiteVariantObject";
    case kTfLiteNonCpu:
      return "kTfLiteNonCpu";
  }
  return "(invalid)";
}

SubgraphDelegationMetadata GetNodeDelegationMetadata(const Subgraph& subgraph) {
  SubgraphDelegationMetadata metadata;
  const size_t nodes = subgraph.nodes_size();
  metadata.is_node_delegated.assign(nodes, false);
  metadata.replaced_by_node.assign(nodes, -1);
  for (const int n : subgraph.execution_plan()) {
    const TfLiteNode& node = subgraph.node_and_registration(n)->first;
    if (node.delegate == nullptr) continue;
    metadata.has_delegate_applied = true;
    for (const int replaced : core::Indices(core::ReplacedNodes(node))) {
      metadata.is_node_delegated[replaced] = true;
      metadata.replaced_by_node[replaced] = n;
    }
  }
  return metadata;
}

void PrintInterpreterState(const impl::Interpreter* interpreter,
                           int32_t tensor_name_display_length,
                           int32_t tensor_type_display_length,
                           int32_t alloc_type_display_length) {
  for (size_t s = 0; s < interpreter->subgraphs_size(); ++s) {
    const Subgraph& graph = *interpreter->subgraph(static_cast<int>(s));
    std::printf("Subgraph %zu '%s': %zu tensors, %zu nodes\n", s,
                graph.GetName().c_str(), graph.tensors_size(),
                graph.nodes_size());
    std::printf("Inputs: %s\nOutputs: %s\nPlan: %s\n",
                base::StrJoin(graph.inputs(), ",").c_str(),
                base::StrJoin(graph.outputs(), ",").c_str(),
                base::StrJoin(graph.execution_plan(), ",").c_str());
    Subgraph::SubgraphAllocInfo memory;
    graph.GetMemoryAllocInfo(&memory);
    std::printf(
        "Memory in bytes: arena %zu, persistent %zu, heap %zu, resources %zu, "
        "kernels %zu\n",
        memory.arena_size, memory.arena_persist_size, memory.dynamic_size,
        memory.resource_size, memory.kernel_size);
    PrintTensors(graph, tensor_name_display_length, tensor_type_display_length,
                 alloc_type_display_length);
    PrintNodes(graph);
  }
}

}  // namespace tflite
