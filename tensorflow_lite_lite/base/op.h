#ifndef TENSORFLOW_LITE_LITE_BASE_OP_H_
#define TENSORFLOW_LITE_LITE_BASE_OP_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "tensorflow_lite_lite/base/host.h"
#include "tensorflow_lite_lite/base/node_view.h"
#include "tensorflow_lite_lite/base/thread_pool.h"

namespace tflite::base {

// The shape of one output, if binding can determine it.
struct OutputSpec {
  static OutputSpec Known(Shape shape) { return {true, std::move(shape)}; }
  // The shape depends on data that is not readable yet, or on the evaluation
  // itself, which then calls EvalContext::ResizeOutput.
  static OutputSpec Dynamic() { return {false, {}}; }

  bool known = false;
  Shape shape;
};

// An operator bound to the types, shapes, constants and parameters of one node:
// everything an implementation needs except the tensors' memory. Each operator
// family derives its own. Immutable once bound; holds no tensor pointers, so it
// may outlive the node.
struct BoundOp {
  virtual ~BoundOp() = default;

  absl::InlinedVector<OutputSpec, 1> outputs;  // one per output, in order
  // The outputs depend only on shapes and constants: they are evaluated during
  // Prepare and are constants from then on (SHAPE, RANK).
  bool evaluate_at_prepare = false;
};

// State that a kernel keeps for one node between invokes, e.g. packed weights.
struct KernelState {
  virtual ~KernelState() = default;
  virtual size_t MemoryBytes() const { return 0; }
  // Whether nothing in it was made of the node's constants.
  virtual bool OutlivesConstants() const { return false; }
};

// Passed to a fast kernel after its operator is bound and before memory is
// planned.
class PrepareContext {
 public:
  using Work = std::function<Status(const NodeView&)>;

  PrepareContext(const NodeView& node, Host* host) : node_(node), host_(host) {}

  const NodeView& node() const { return node_; }
  int num_threads() const {
    return host_ == nullptr ? 1 : host_->thread_pool().num_threads();
  }
  // Requests memory for the duration of Eval, 64-byte aligned, with undefined
  // contents. Access it with EvalContext::scratch and the returned index. More
  // than the address space has fails where the memory is allocated.
  int RequestScratch(uint64_t bytes) {
    scratch_.push_back(static_cast<size_t>(
        std::min<uint64_t>(bytes, std::numeric_limits<size_t>::max())));
    return static_cast<int>(scratch_.size()) - 1;
  }
  const std::vector<size_t>& scratch() const { return scratch_; }

  // Defers work on constants, such as packing weights, to the first Eval of the
  // node: loading a model stays fast, and nodes that a delegate takes never pay
  // for it. Runs once after this prepare, in the order of the calls, on any
  // thread of the pool and perhaps at the same time as that of other nodes, so
  // it must not change what nodes share. May capture the bound operator and
  // `state` but not tensors: it receives the node again. An error fails the
  // node's invoke; the next invoke retries. Afterwards the pages of the node's
  // constants may be read from the file again.
  void BeforeFirstEval(Work work) { first_eval_.push_back(std::move(work)); }
  std::vector<Work> TakeFirstEval() { return std::move(first_eval_); }

  // Kept until the node is prepared again or freed. On later prepares `state`
  // still holds the previous one, for reuse, unless constants that are computed
  // while preparing have other shapes or values now.
  std::unique_ptr<KernelState> state;

 private:
  const NodeView& node_;
  Host* host_;
  std::vector<size_t> scratch_;
  std::vector<Work> first_eval_;
};

// Access to the memory of one node during evaluation.
class EvalContext {
 public:
  EvalContext(TfLiteContext* context, TfLiteNode* node, KernelState* state,
              const int* scratch)
      : context_(context), node_(node), state_(state), scratch_(scratch) {}

  int num_inputs() const { return node_->inputs->size; }
  int num_outputs() const { return node_->outputs->size; }
  TensorView input(int i) const { return At(node_->inputs, i); }
  TensorView output(int i) const { return At(node_->outputs, i); }
  TensorView intermediate(int i) const { return At(node_->intermediates, i); }

  // Null if the tensor is absent or has no elements.
  template <typename T>
  const T* in(int i) const {
    const TensorView t = input(i);
    return t ? t.data<T>() : nullptr;
  }
  template <typename T>
  T* out(int i) const {
    const TensorView t = output(i);
    return t ? t.mutable_data<T>() : nullptr;
  }

  // For outputs bound as dynamic. Invalidates out<T>(i).
  Status ResizeOutput(int i, const Shape& shape);

  template <typename T>
  T* scratch(int i) const {
    return static_cast<T*>(context_->tensors[scratch_[i]].data.data);
  }
  template <typename T>
  T* state() const {
    return static_cast<T*>(state_);
  }

  ThreadPool& threads() const { return host()->thread_pool(); }
  Host* host() const { return Host::Of(context_); }
  TfLiteContext* context() const { return context_; }
  TfLiteNode* node() const { return node_; }

 private:
  TensorView At(const TfLiteIntArray* indices, int i) const {
    if (indices == nullptr || i >= indices->size || indices->data[i] < 0) {
      return TensorView();
    }
    return TensorView(&context_->tensors[indices->data[i]]);
  }

  TfLiteContext* context_;
  TfLiteNode* node_;
  KernelState* state_;
  const int* scratch_;  // tensor indices
};

// The functions of one operator, type-erased. `prepare` may be null.
struct OpFunctions {
  StatusOr<std::unique_ptr<BoundOp>> (*bind)(const NodeView&);
  Status (*prepare)(const BoundOp&, PrepareContext&);
  Status (*eval)(const BoundOp&, EvalContext&);
};

namespace op_internal {

template <typename Op>
Op BoundBy(StatusOr<Op> (*)(const NodeView&));

template <typename Op, StatusOr<Op> (*kBind)(const NodeView&)>
StatusOr<std::unique_ptr<BoundOp>> Bind(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(Op op, kBind(node));
  return std::unique_ptr<BoundOp>(new Op(std::move(op)));
}
template <typename Op, Status (*kPrepare)(const Op&, PrepareContext&)>
Status Prepare(const BoundOp& op, PrepareContext& context) {
  return kPrepare(static_cast<const Op&>(op), context);
}
template <typename Op, Status (*kEval)(const Op&, EvalContext&)>
Status Eval(const BoundOp& op, EvalContext& context) {
  return kEval(static_cast<const Op&>(op), context);
}

}  // namespace op_internal

// Makes OpFunctions from the typed functions of one operator family:
//   StatusOr<Op> Bind(const NodeView&)
//   Status Eval(const Op&, EvalContext&)
//   Status Prepare(const Op&, PrepareContext&), or nullptr
template <auto kBind, auto kEval, auto kPrepare = nullptr>
constexpr OpFunctions MakeOpFunctions() {
  using Op = decltype(op_internal::BoundBy(kBind));
  if constexpr (std::is_same_v<decltype(kPrepare), std::nullptr_t>) {
    return {op_internal::Bind<Op, kBind>, nullptr,
            op_internal::Eval<Op, kEval>};
  } else {
    return {op_internal::Bind<Op, kBind>, op_internal::Prepare<Op, kPrepare>,
            op_internal::Eval<Op, kEval>};
  }
}

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_OP_H_
