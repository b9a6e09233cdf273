#include "tensorflow_lite_lite/core/interpreter/signatures.h"

#include <utility>

#include "tensorflow_lite_lite/core/async/async_signature_runner.h"
#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite::core {
namespace {

constexpr char kPlaceholderKey[] = "<placeholder signature>";

const std::map<std::string, uint32_t>& NoNames() {
  static const auto* const names = new std::map<std::string, uint32_t>;
  return *names;
}

// Maps names to tensors. A tensor without a name, or whose name is already
// used, gets a name with its position.
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
    // Another tensor may have this name.
    while (names.count(name) != 0) name += '_';
    names[name] = static_cast<uint32_t>(tensors[i]);
  }
  return names;
}

}  // namespace

Signatures::Signatures(Runtime* runtime, ModelDelegates* delegates)
    : runtime_(runtime), delegates_(delegates) {}
Signatures::~Signatures() = default;

void Signatures::Assign(std::vector<internal::SignatureDef> signatures) {
  signatures_.assign(signatures.begin(), signatures.end());
  if (!runtime_->options.GetUseSignatureTensorNames()) return;
  for (const internal::SignatureDef& s : signatures_) {
    Subgraph& graph = *runtime_->subgraphs[s.subgraph_index];
    for (const auto* names : {&s.inputs, &s.outputs}) {
      for (const auto& [name, index] : *names) {
        TfLiteTensor* t = graph.tensor(static_cast<int>(index));
        if (t != nullptr) t->name = name.c_str();
      }
    }
  }
}

const internal::SignatureDef* Signatures::Find(const char* key) const {
  if (key == nullptr) return nullptr;
  for (const internal::SignatureDef& s : signatures_) {
    if (s.signature_key == key) return &s;
  }
  return nullptr;
}

std::vector<const std::string*> Signatures::Keys() const {
  std::vector<const std::string*> keys;
  for (const internal::SignatureDef& s : signatures_) {
    if (s.signature_key != kPlaceholderKey) keys.push_back(&s.signature_key);
  }
  return keys;
}

const char* Signatures::DefaultKey() {
  for (const internal::SignatureDef& s : signatures_) {
    if (s.subgraph_index == 0) return s.signature_key.c_str();
  }
  const Subgraph& primary = *runtime_->subgraphs.front();
  internal::SignatureDef placeholder;
  placeholder.signature_key = kPlaceholderKey;
  placeholder.inputs = NamesOf(primary, primary.inputs(), "input");
  placeholder.outputs = NamesOf(primary, primary.outputs(), "output");
  signatures_.push_back(std::move(placeholder));
  return signatures_.back().signature_key.c_str();
}

Subgraph* Signatures::GraphOf(const char* key) const {
  const int index = SubgraphIndex(key);
  return index < 0 ? nullptr : runtime_->subgraphs.front()->subgraph(index);
}

impl::SignatureRunner* Signatures::Runner(const char* key) {
  if (key == nullptr) key = DefaultKey();
  Subgraph* graph = GraphOf(key);
  if (graph == nullptr) return nullptr;
  delegates_->ApplyDefaults();
  const auto it =
      runners_
          .try_emplace(key, impl::SignatureRunner(Find(key), graph, runtime_))
          .first;
  return &it->second;
}

StatusOr<async::AsyncSignatureRunner*> Signatures::AsyncRunner(
    const char* key) {
  if (key == nullptr) key = DefaultKey();
  Subgraph* graph = GraphOf(key);
  if (graph == nullptr) {
    return Invalid("The model has no signature '", key, "'");
  }
  delegates_->ApplyDefaults();
  auto& runner = async_runners_[key];
  if (runner == nullptr) {
    runner = std::make_unique<async::AsyncSignatureRunner>(Find(key), graph);
  }
  if (runner->available()) return runner.get();
  return Invalid("Signature '", key,
                 "': no delegate took the whole subgraph and has an "
                 "asynchronous kernel");
}

void Signatures::ClearRunners() {
  runners_.clear();
  async_runners_.clear();
}

int Signatures::SubgraphIndex(const char* key) const {
  const internal::SignatureDef* signature = Find(key);
  return signature == nullptr ? -1
                              : static_cast<int>(signature->subgraph_index);
}

const std::map<std::string, uint32_t>& Signatures::Inputs(
    const char* key) const {
  const internal::SignatureDef* signature = Find(key);
  return signature == nullptr ? NoNames() : signature->inputs;
}

const std::map<std::string, uint32_t>& Signatures::Outputs(
    const char* key) const {
  const internal::SignatureDef* signature = Find(key);
  return signature == nullptr ? NoNames() : signature->outputs;
}

TfLiteTensor* Signatures::Tensor(const std::map<std::string, uint32_t>& names,
                                 const char* name, const char* key) const {
  const auto it = name == nullptr ? names.end() : names.find(name);
  Subgraph* graph = GraphOf(key);
  return it == names.end() || graph == nullptr
             ? nullptr
             : graph->tensor(static_cast<int>(it->second));
}

TfLiteTensor* Signatures::InputTensor(const char* name, const char* key) const {
  return Tensor(Inputs(key), name, key);
}

TfLiteTensor* Signatures::OutputTensor(const char* name,
                                       const char* key) const {
  return Tensor(Outputs(key), name, key);
}

}  // namespace tflite::core
