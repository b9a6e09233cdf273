#include "tools/benchmark/runtime_info.h"

#include <sstream>

#include "tensorflow_lite_lite/base/json_text.h"
#include "tensorflow_lite_lite/core/calls/node_calls.h"

namespace tflite {
namespace benchmark {
namespace {

std::string Quoted(const char* text) {
  return base::JsonQuoted(text == nullptr ? "" : text);
}

void AddArray(const TfLiteIntArray* array, std::ostream& out) {
  out << "[";
  for (int i = 0; array != nullptr && i < array->size; ++i) {
    out << (i == 0 ? "" : ",") << array->data[i];
  }
  out << "]";
}

void AddTensors(const Subgraph& subgraph, std::ostream& out) {
  out << "\"tensors\":[";
  for (size_t i = 0; i < subgraph.tensors_size(); ++i) {
    const TfLiteTensor* t = subgraph.tensor(static_cast<int>(i));
    out << (i == 0 ? "" : ",") << "\n  {\"name\":" << Quoted(t->name)
        << ",\"type\":" << Quoted(TfLiteTypeGetName(t->type))
        << ",\"bytes\":" << t->bytes << ",\"shape\":";
    AddArray(t->dims, out);
    out << "}";
  }
  out << "]";
}

void AddPlan(const Subgraph& subgraph, std::ostream& out) {
  out << "\"nodes\":[";
  bool first = true;
  for (const int index : subgraph.execution_plan()) {
    const auto* node = subgraph.node_and_registration(index);
    out << (first ? "" : ",") << "\n  {\"index\":" << index
        << ",\"operator\":" << Quoted(core::OpName(node->second))
        << ",\"delegated\":"
        << (node->first.delegate != nullptr ? "true" : "false")
        << ",\"inputs\":";
    AddArray(node->first.inputs, out);
    out << ",\"outputs\":";
    AddArray(node->first.outputs, out);
    out << "}";
    first = false;
  }
  out << "]";
}

}  // namespace

std::string RuntimeInfoAsJson(const Interpreter& interpreter) {
  std::ostringstream out;
  out << "{\"subgraphs\":[";
  for (size_t i = 0; i < interpreter.subgraphs_size(); ++i) {
    const Subgraph& subgraph = *interpreter.subgraph(static_cast<int>(i));
    out << (i == 0 ? "" : ",")
        << "\n {\"name\":" << base::JsonQuoted(subgraph.GetName()) << ",\n ";
    AddTensors(subgraph, out);
    out << ",\n ";
    AddPlan(subgraph, out);
    out << "}";
  }
  out << "]}\n";
  return out.str();
}

}  // namespace benchmark
}  // namespace tflite
