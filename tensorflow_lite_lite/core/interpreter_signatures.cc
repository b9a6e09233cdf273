#include "tensorflow_lite_lite/core/async/async_signature_runner.h"
#include "tensorflow_lite_lite/core/interpreter.h"

namespace tflite {
namespace impl {
namespace {

constexpr char kPlaceholderKey[] = "<placeholder signature>";

const std::map<std::string, uint32_t>& NoNames() {
  static const auto* const names = new std::map<std::string, uint32_t>;
  return *names;
}

// Each tensor under its own name; a nameless or repeated one gets its position.
std::map<std::string, uint32_t> NamesOf(const Subgraph& graph,
                                        const std::vector<int>& tensors,
                                        const char* prefix) {
  std::map<std::string, uint32_t> names;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const TfLiteTensor* t = graph.tensor(tensors[i]);
    if (t == nullptr) continue;
    std::string name = t->name == nullptr ? "" : t->name;
    if (name.empty() || names.count(name) != 0) {
      name = prefix + std::to_string(i);
    }
    names[name] = static_cast<uint32_t>(tensors[i]);
  }
  return names;
}

}  // namespace

const internal::SignatureDef* Interpreter::FindSignature(
    const char* signature_key) const {
  if (signature_key == nullptr) return nullptr;
  for (const internal::SignatureDef& s : signatures_) {
    if (s.signature_key == signature_key) return &s;
  }
  return nullptr;
}

std::vector<const std::string*> Interpreter::signature_keys() const {
  std::vector<const std::string*> keys;
  for (const internal::SignatureDef& s : signatures_) {
    if (s.signature_key != kPlaceholderKey) keys.push_back(&s.signature_key);
  }
  return keys;
}

const char* Interpreter::DefaultSignature() {
  for (const internal::SignatureDef& s : signatures_) {
    if (s.subgraph_index == 0) return s.signature_key.c_str();
  }
  internal::SignatureDef placeholder;
  placeholder.signature_key = kPlaceholderKey;
  placeholder.inputs = NamesOf(primary_subgraph(), inputs(), "input");
  placeholder.outputs = NamesOf(primary_subgraph(), outputs(), "output");
  signatures_.push_back(std::move(placeholder));
  return signatures_.back().signature_key.c_str();
}

SignatureRunner* Interpreter::GetSignatureRunner(const char* signature_key) {
  if (signature_key == nullptr) signature_key = DefaultSignature();
  const internal::SignatureDef* signature = FindSignature(signature_key);
  if (signature == nullptr) return nullptr;
  Subgraph* graph = subgraph(static_cast<int>(signature->subgraph_index));
  if (graph == nullptr) return nullptr;
  ApplyLazyDelegates();
  const auto it = runners_
                      .try_emplace(signature_key,
                                   SignatureRunner(signature, graph, &runtime_))
                      .first;
  return &it->second;
}

async::AsyncSignatureRunner* Interpreter::GetAsyncSignatureRunner(
    const char* signature_key) {
  if (signature_key == nullptr) signature_key = DefaultSignature();
  const internal::SignatureDef* signature = FindSignature(signature_key);
  Subgraph* graph = signature == nullptr
                        ? nullptr
                        : subgraph(static_cast<int>(signature->subgraph_index));
  if (graph == nullptr) {
    primary_subgraph().ReportError("The model has no signature '%s'",
                                   signature_key);
    return nullptr;
  }
  ApplyLazyDelegates();
  auto& runner = async_runners_[signature->signature_key];
  if (runner == nullptr) {
    runner = std::make_unique<async::AsyncSignatureRunner>(signature, graph);
  }
  if (runner->available()) return runner.get();
  graph->ReportError(
      "Signature '%s': no delegate took the whole subgraph and has an "
      "asynchronous kernel",
      signature_key);
  return nullptr;
}

int Interpreter::GetSubgraphIndexFromSignature(
    const char* signature_key) const {
  const internal::SignatureDef* signature = FindSignature(signature_key);
  return signature == nullptr ? -1
                              : static_cast<int>(signature->subgraph_index);
}

const std::map<std::string, uint32_t>& Interpreter::signature_inputs(
    const char* signature_key) const {
  const internal::SignatureDef* signature = FindSignature(signature_key);
  return signature == nullptr ? NoNames() : signature->inputs;
}

const std::map<std::string, uint32_t>& Interpreter::signature_outputs(
    const char* signature_key) const {
  const internal::SignatureDef* signature = FindSignature(signature_key);
  return signature == nullptr ? NoNames() : signature->outputs;
}

TfLiteTensor* Interpreter::input_tensor_by_signature(
    const char* signature_input_name, const char* signature_key) {
  const auto& names = signature_inputs(signature_key);
  const auto it = names.find(signature_input_name);
  if (it == names.end()) return nullptr;
  Subgraph* graph = subgraph(GetSubgraphIndexFromSignature(signature_key));
  return graph == nullptr ? nullptr
                          : graph->tensor(static_cast<int>(it->second));
}

const TfLiteTensor* Interpreter::output_tensor_by_signature(
    const char* signature_output_name, const char* signature_key) const {
  const auto& names = signature_outputs(signature_key);
  const auto it = names.find(signature_output_name);
  if (it == names.end()) return nullptr;
  const Subgraph* graph =
      subgraph(GetSubgraphIndexFromSignature(signature_key));
  return graph == nullptr ? nullptr
                          : graph->tensor(static_cast<int>(it->second));
}

}  // namespace impl
}  // namespace tflite
