#ifndef DELEGATES_COMMON_LOWERING_H_
#define DELEGATES_COMMON_LOWERING_H_

#include <memory>
#include <type_traits>
#include <utility>

#include "absl/types/span.h"
#include "delegates/common/graph_node.h"
#include "tensorflow_lite_lite/base/op.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite::delegates {

// A back-end lists its supported operators in a table. Each row has three
// functions, with types of the back-end's choice:
//
//   bind  StatusOr<Op> Bind(const NodeView&)
//         the operator's own function, from kernels/<op>/<op>.h
//   plan  StatusOr<Plan> Plan(const Op&, const NodeView&, const Caps&)
//         decides whether and how the device runs the operator, without side
//         effects. This is the only support check: whatever it accepts must
//         work. An Unsupported status is the reason that users see.
//   emit  void Emit(const Plan&, const NodeView&, Builder&)
//         adds the node to the program of a partition. Cannot fail; the builder
//         stores errors of the device's library and returns them when the
//         program is finished.
//
// Caps describes the device and its library, and the options that affect plans.
// Builder collects one partition: calls of a library, a list of GPU commands, a
// message to another process, a graph for a compiler. Plans are values and hold
// no pointers into the node.
//
//   using Table = LoweringTable<Caps, Builder>;
//   constexpr Table::Row kRows[] = {
//       TFLL_LOWER(Table, Add, PlanBinary, EmitBinary),
//       TFLL_LOWER(Table, Conv2d, PlanConv2d, EmitConv2d)};
//   constexpr Table kTable(kRows);

// A planned node, with its plan's type erased.
template <typename Builder>
class PlannedNode {
 public:
  virtual ~PlannedNode() = default;
  virtual void Emit(const NodeView& node, Builder& builder) const = 0;
};

template <typename Caps, typename Builder>
struct LoweringRow {
  // The code of a builtin operator, or kTfLiteBuiltinCustom and a name.
  int builtin_code;
  const char* custom_name;
  StatusOr<std::unique_ptr<BoundOp>> (*bind)(const NodeView&);
  // `op` has the type that `bind` returns.
  StatusOr<std::unique_ptr<PlannedNode<Builder>>> (*plan)(const BoundOp& op,
                                                          const NodeView&,
                                                          const Caps&);
  // Inputs may be variables: the program reads their value from host memory
  // before each run and writes the new value back.
  bool takes_state = false;
};

namespace lowering_internal {

template <typename Result, typename... Args>
Result ResultOf(StatusOr<Result> (*)(Args...));

template <typename Builder, auto kEmit, typename Plan>
class Planned final : public PlannedNode<Builder> {
 public:
  explicit Planned(Plan plan) : plan_(std::move(plan)) {}
  void Emit(const NodeView& node, Builder& builder) const override {
    kEmit(plan_, node, builder);
  }

 private:
  Plan plan_;
};

template <typename Caps, typename Builder, auto kBind, auto kPlan, auto kEmit>
StatusOr<std::unique_ptr<PlannedNode<Builder>>> PlanBound(const BoundOp& op,
                                                          const NodeView& node,
                                                          const Caps& caps) {
  using Op = decltype(ResultOf(kBind));
  TFLL_ASSIGN_OR_RETURN(auto plan,
                        kPlan(static_cast<const Op&>(op), node, caps));
  return std::unique_ptr<PlannedNode<Builder>>(
      new Planned<Builder, kEmit, decltype(plan)>(std::move(plan)));
}

}  // namespace lowering_internal

template <typename Caps, typename Builder>
class LoweringTable {
 public:
  using Row = LoweringRow<Caps, Builder>;
  using Planned = std::unique_ptr<PlannedNode<Builder>>;

  // One row. For builtin operators, TFLL_LOWER is shorter. `kPlan` may take a
  // base class of the type that `kBind` returns.
  template <auto kBind, auto kPlan, auto kEmit>
  static constexpr Row Lower(int builtin_code,
                             const char* custom_name = nullptr,
                             bool takes_state = false) {
    using Op = decltype(lowering_internal::ResultOf(kBind));
    return {builtin_code, custom_name, op_internal::Bind<Op, kBind>,
            lowering_internal::PlanBound<Caps, Builder, kBind, kPlan, kEmit>,
            takes_state};
  }

  // Does not own the rows, which are usually static.
  constexpr explicit LoweringTable(absl::Span<const Row> rows) : rows_(rows) {}

  // Null if there is none.
  const Row* Find(const GraphNode& node) const {
    for (const Row& row : rows_) {
      if (node.Is(row.builtin_code, row.custom_name)) return &row;
    }
    return nullptr;
  }

  // Binds and plans the node with the current shapes of its tensors.
  StatusOr<Planned> Plan(TfLiteContext* context, const GraphNode& node,
                         const Caps& caps) const {
    return PlanAfter(context, node, caps,
                     [](const NodeView& view, const BoundOp& op) {
                       return CheckOutputShapes(view, op);
                     });
  }

  // The same after setting the node's output shapes to those inferred from its
  // inputs, for a partition whose inputs were resized.
  StatusOr<Planned> ReshapeAndPlan(TfLiteContext* context,
                                   const GraphNode& node,
                                   const Caps& caps) const {
    return PlanAfter(context, node, caps,
                     [](const NodeView& view, const BoundOp& op) {
                       return ResizeOutputs(view, op);
                     });
  }

  // OK, or the reason why the node stays on the CPU; for a delegate's
  // CheckNode.
  Status Check(TfLiteContext* context, const GraphNode& node,
               const Caps& caps) const {
    return Plan(context, node, caps).status();
  }

 private:
  template <typename Shapes>
  StatusOr<Planned> PlanAfter(TfLiteContext* context, const GraphNode& node,
                              const Caps& caps, Shapes shapes) const {
    const Row* row = Find(node);
    if (row == nullptr) return Unsupported("the operator is not supported");
    const CompleteNode complete(node);
    const NodeView view(context, complete.get(), NodeView::Phase::kPrepare);
    TFLL_RETURN_IF_ERROR(CheckNodeTensors(view, row->takes_state));
    TFLL_ASSIGN_OR_RETURN(const std::unique_ptr<BoundOp> op,
                          BoundOrUnsupported(row->bind(view)));
    TFLL_RETURN_IF_ERROR(shapes(view, *op));
    return row->plan(*op, view, caps);
  }

  absl::Span<const Row> rows_;
};

}  // namespace tflite::delegates

// The row of a builtin operator, given the name from which its bind function
// and its code are derived: Add, Conv2d, ResizeNearestNeighbor.
#define TFLL_LOWER(Table, Name, plan, emit) \
  Table::Lower<&Bind##Name, &plan, &emit>(kTfLiteBuiltin##Name)
// The same for an operator whose inputs may be variables.
#define TFLL_LOWER_STATE(Table, Name, plan, emit)                        \
  Table::Lower<&Bind##Name, &plan, &emit>(kTfLiteBuiltin##Name, nullptr, \
                                          /*takes_state=*/true)

#endif  // DELEGATES_COMMON_LOWERING_H_
