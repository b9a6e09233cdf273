#ifndef TENSORFLOW_LITE_LITE_BASE_OP_H_
#define TENSORFLOW_LITE_LITE_BASE_OP_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "tensorflow_lite_lite/base/host.h"
#include "tensorflow_lite_lite/base/node_view.h"
#include "tensorflow_lite_lite/base/thread_pool.h"

namespace tflite::base {

// The shape of one output as far as binding can tell.
struct OutputSpec {
  static OutputSpec Known(Shape shape) { return {true, std::move(shape)}; }
  // Depends on data that is not readable yet, or on the evaluation itself,
  // which then calls EvalContext::ResizeOutput.
  static OutputSpec Dynamic() { return {false, {}}; }

  bool known = false;
  Shape shape;
};

// An operator bound to the types, shapes, constants and parameters of one node:
// everything an implementation needs besides the tensors' memory. Each operator
// family derives its own. Immutable once bound; holds no tensor pointers, so it
// may outlive the node it was bound to.
struct BoundOp {
  virtual ~BoundOp() = default;

  absl::InlinedVector<OutputSpec, 1> outputs;  // one an output, in order
  // The outputs depend on shapes and constants alone: evaluated while
  // preparing, after which the outputs count as constants (SHAPE, RANK).
  bool evaluate_at_prepare = false;
};

// What a kernel keeps for one node between invokes, e.g. packed weights.
struct KernelState {
  virtual ~KernelState() = default;
  virtual size_t MemoryBytes() const { return 0; }
};

// Given to a fast kernel once its operator is bound, before memory is planned.
class PrepareContext {
 public:
  using Work = std::function<Status(const NodeView&)>;

  PrepareContext(const NodeView& node, Host* host) : node_(node), host_(host) {}

  const NodeView& node() const { return node_; }
  int num_threads() const {
    return host_ == nullptr ? 1 : host_->thread_pool().num_threads();
  }
  // Memory for the time of Eval, 64-byte aligned, contents undefined; read it
  // with EvalContext::scratch and the index returned.
  int RequestScratch(size_t bytes) {
    scratch_.push_back(bytes);
    return static_cast<int>(scratch_.size()) - 1;
  }
  const std::vector<size_t>& scratch() const { return scratch_; }

  // Leaves work on constants, such as packing weights, to the node's first
  // Eval, so that a model starts without it and a node that a delegate takes
  // never does it. Runs once after this prepare, in the order given, on the
  // thread that invokes. May refer to the bound operator and to `state`, not to
  // tensors: it gets the node again. An error fails the invoke; the next one
  // tries again.
  void BeforeFirstEval(Work work) { first_eval_.push_back(std::move(work)); }
  std::vector<Work> TakeFirstEval() { return std::move(first_eval_); }

  // Kept until the node is prepared again or freed. On the second and later
  // prepares `state` still holds the last one, for reuse.
  std::unique_ptr<KernelState> state;

 private:
  const NodeView& node_;
  Host* host_;
  std::vector<size_t> scratch_;
  std::vector<Work> first_eval_;
};

// The memory of one node while it runs.
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

  // Null when the tensor is absent or has no elements.
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

// The functions of one operator, typed away. `prepare` may be null.
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

// OpFunctions of the typed functions over one family's bound operator:
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
