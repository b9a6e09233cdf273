#include "tensorflow_lite_lite/schema/graph_oddities.h"

#include <algorithm>
#include <cstdint>

#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/schema/flatbuffer_access.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"
#include "tensorflow_lite_lite/schema/verify_subgraph.h"
#include "tensorflow_lite_lite/schema/verify_tensor.h"

namespace tflite::schema {
namespace {

// Where the value of a tensor comes from.
enum class Origin : uint8_t {
  kNone,
  kEmpty,     // no elements: needs no value
  kConstant,  // contents in the file
  kVariable,  // kept between runs
  kInput,     // set by the caller
  kNode       // an earlier node's result
};

class OddityList {
 public:
  OddityList(const ModelFile& model, int index)
      : model_(model),
        graph_(*model.model->subgraphs()->Get(index)),
        prefix_(SubgraphLabel(*model.model, index) + ": "),
        origin_(SizeOf(graph_.tensors()), Origin::kNone) {}

  std::vector<std::string> Make() {
    for (size_t t = 0; t < origin_.size(); ++t) LookAtTensor(t);
    for (int64_t i = 0; i < SizeOf(graph_.inputs()); ++i) LookAtInput(i);
    for (int64_t n = 0; n < SizeOf(graph_.operators()); ++n) {
      LookAtNode(StrCat("node ", n), *graph_.operators()->Get(n));
    }
    for (int64_t i = 0; i < SizeOf(graph_.outputs()); ++i) {
      CheckHasValue(StrCat("graph output ", i), graph_.outputs()->Get(i));
    }
    return std::move(oddities_);
  }

 private:
  void LookAtTensor(size_t t) {
    const Tensor& tensor = *graph_.tensors()->Get(t);
    const auto contents = BufferContents(model_, tensor.buffer());
    const auto shape = Ints(tensor.shape());
    if (tensor.is_variable()) {
      origin_[t] = Origin::kVariable;
    } else if (contents.ok() && !contents->empty()) {
      origin_[t] = Origin::kConstant;
      CheckLength(t, contents->size());
    } else if (std::find(shape.begin(), shape.end(), 0) != shape.end()) {
      origin_[t] = Origin::kEmpty;
    }
  }

  void CheckLength(size_t t, size_t bytes) {
    const Tensor& tensor = *graph_.tensors()->Get(t);
    const int bits = TensorTypeBits(tensor.type());
    if (bits <= 0 || tensor.sparsity() != nullptr) return;
    const auto shape = Ints(tensor.shape());
    const bool empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
    // Verified: no overflow, but for bits of shapes without elements.
    int64_t needed = empty ? 0 : bits;
    for (const int32_t extent : shape) needed = empty ? 0 : needed * extent;
    needed = needed / 8 + (needed % 8 != 0);
    if (bytes <= static_cast<size_t>(needed)) return;
    Add(Label(t), ": buffer ", tensor.buffer(), " has ", bytes,
        " bytes, but shape and type need only ", needed);
  }

  void LookAtInput(int64_t i) {
    const int32_t t = graph_.inputs()->Get(i);
    if (origin_[t] == Origin::kConstant) {
      Add("graph input ", i, ", ", Label(t),
          ", is constant and keeps its contents");
    } else if (origin_[t] != Origin::kVariable) {
      origin_[t] = Origin::kInput;
    }
  }

  void LookAtNode(const std::string& node, const Operator& op) {
    for (int64_t i = 0; i < SizeOf(op.inputs()); ++i) {
      if (op.inputs()->Get(i) < 0) continue;  // omitted
      CheckHasValue(StrCat(node, ": input ", i), op.inputs()->Get(i));
    }
    for (int64_t i = 0; i < SizeOf(op.outputs()); ++i) {
      const int32_t t = op.outputs()->Get(i);
      if (t < 0) continue;
      if (origin_[t] == Origin::kInput) {
        Add(node, ": output ", i, ", ", Label(t),
            ", is a graph input that the node overwrites");
      } else if (origin_[t] == Origin::kNode) {
        Add(node, ": output ", i, ", ", Label(t),
            ", is already an output of this or an earlier node");
      }
      if (origin_[t] != Origin::kVariable) origin_[t] = Origin::kNode;
    }
  }

  void CheckHasValue(const std::string& use, int32_t t) {
    if (origin_[t] != Origin::kNone) return;
    const uint32_t external = graph_.tensors()->Get(t)->external_buffer();
    if (external != 0) {
      Add(use, ", ", Label(t), ", is in external buffer ", external,
          ": contents in other files are not supported");
      return;
    }
    Add(use, ", ", Label(t),
        ", has no value: it is not a graph input, constant, variable or output "
        "of "
        "an earlier node");
  }

  template <typename... Args>
  void Add(const Args&... args) {
    oddities_.push_back(StrCat(prefix_, args...));
  }

  std::string Label(size_t t) const {
    return TensorLabel(graph_, static_cast<int>(t));
  }

  const ModelFile& model_;
  const SubGraph& graph_;
  const std::string prefix_;
  std::vector<Origin> origin_;  // per tensor
  std::vector<std::string> oddities_;
};

}  // namespace

std::vector<std::string> GraphOddities(const ModelFile& model, int index) {
  return OddityList(model, index).Make();
}

}  // namespace tflite::schema
