#include "kernels/register/adapter.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/run_constraint.h"

namespace tflite::kernels {
namespace {

// The state of a node from init to free.
struct NodeState {
  std::unique_ptr<BoundOp> op;
  std::unique_ptr<KernelState> kernel;
  std::vector<int>
      scratch;  // tensors of the graph, reused from prepare to prepare
  size_t scratch_used = 0;
  std::vector<PrepareContext::Work> first_eval;  // see BeforeFirstEval
  std::vector<int64_t> strings;                  // bound NumbersOfStrings
  std::string computed;                          // see ComputedConstants
  size_t counted = 0;    // of the kernel's memory, by the host
  int runs = 0;          // since Prepare; no more than 2 are counted
  bool rebind = false;   // some output's shape was not known while preparing
  bool refused = false;  // see RefusedAtRun
  bool idle = false;     // see NothingToDo
};

void CountMemory(TfLiteContext* context, NodeState* state) {
  const size_t bytes =
      state->kernel == nullptr ? 0 : state->kernel->MemoryBytes();
  Host* host = Host::Of(context);
  if (host == nullptr) return;
  host->CountKernelMemory(static_cast<int64_t>(bytes) -
                          static_cast<int64_t>(state->counted));
  state->counted = bytes;
}

// Calls visit(tensor) for the inputs that a node has.
template <typename Visit>
void ForEachInput(const NodeView& view, const Visit& visit) {
  for (int i = 0; i < view.num_inputs(); ++i) {
    if (const TensorView input = view.input(i)) visit(input);
  }
}

// Whether bit i is set. Inputs from number 32 on have none.
bool HasBit(uint32_t bits, int i) { return i < 32 && (bits >> i & 1) != 0; }

// The product of the extents that are not zero.
double Extents(const Shape& shape) {
  double product = 1;
  for (int i = 0; i < shape.rank(); ++i) product *= std::max(shape.dim(i), 1);
  return product;
}

// Whether a node has outputs without elements, but extents so large that a loop
// over some of them would not end. Nodes with state or side effects may have
// more to do, and nodes of moderate extents may have data to check.
bool NothingToDo(const NodeView& view, const BoundOp& op) {
  constexpr double kMany = 1 << 24;
  if (op.outputs.empty() || view.raw()->might_have_side_effect) return false;
  bool endless = false, has_state = false;
  for (const OutputSpec& spec : op.outputs) {
    if (!spec.known || spec.shape.num_elements() != 0) return false;
    endless = endless || Extents(spec.shape) > kMany;
  }
  ForEachInput(view, [&](const TensorView& input) {
    endless = endless || Extents(input.shape()) > kMany;
    has_state = has_state || input.is_variable();
  });
  return endless && !has_state;
}

// The elements of the STRING inputs.
std::vector<int64_t> NumbersOfStrings(const NodeView& view) {
  std::vector<int64_t> numbers;
  ForEachInput(view, [&](const TensorView& input) {
    if (input.type() == kTfLiteString) numbers.push_back(input.num_elements());
  });
  return numbers;
}

// A caller who writes strings to a tensor gives it as many elements, also after
// operators were bound to others.
Status CheckStrings(TfLiteContext* context, TfLiteNode* node,
                    const std::vector<int64_t>& bound) {
  if (bound.empty()) return OkStatus();
  const NodeView view(context, node, NodeView::Phase::kInvoke);
  if (NumbersOfStrings(view) == bound) return OkStatus();
  return Invalid(
      "the strings of an input are more or fewer than when tensors "
      "were allocated");
}

// Calls work(), whose containers may not get the memory that a model's shapes
// ask for. Callers of the C API cannot catch an exception.
template <typename Work>
Status CatchBadAlloc(const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return Internal("not enough memory");
  } catch (const std::length_error&) {
    return Internal("not enough memory");
  }
}

NodeState* StateOf(TfLiteNode* node) {
  return static_cast<NodeState*>(node->user_data);
}

TfLiteStatus Report(TfLiteContext* context, const char* name,
                    const Status& status) {
  context->ReportError(context, "%s: %s", name,
                       std::string(status.message()).c_str());
  return status.code() == StatusCode::kCancelled ? kTfLiteCancelled
                                                 : kTfLiteError;
}

Status ResizeTo(TfLiteContext* context, const TensorView& tensor,
                const Shape& shape) {
  TFLL_RETURN_IF_ERROR(shape.CheckedNumElements().status());
  if (context->ResizeTensor(context, tensor.raw(), ToIntArray(shape)) !=
      kTfLiteOk) {
    return Internal("cannot resize ", tensor.ToString(), " to ",
                    shape.ToString());
  }
  return OkStatus();
}

// Data on the heap is freed; memory that a tensor has elsewhere is not its own.
void MoveTo(TfLiteAllocationType type, TfLiteTensor* tensor) {
  if (tensor->allocation_type == type) return;
  TfLiteTensorDataFree(tensor);
  tensor->allocation_type = type;
}

// One tensor may be several outputs of a node, but has memory for one shape.
Status CheckRepeatedOutputs(const NodeView& view, const BoundOp& op) {
  std::vector<std::pair<const TfLiteTensor*, size_t>> tensors;
  for (size_t i = 0; op.outputs.size() > 1 && i < op.outputs.size(); ++i) {
    const TensorView output = view.output(static_cast<int>(i));
    if (output && op.outputs[i].known) tensors.emplace_back(output.raw(), i);
  }
  std::sort(tensors.begin(), tensors.end());
  for (size_t k = 1; k < tensors.size(); ++k) {
    const auto [tensor, i] = tensors[k - 1];
    const auto [next, j] = tensors[k];
    const Shape &a = op.outputs[i].shape, &b = op.outputs[j].shape;
    if (tensor != next || a == b) continue;
    return Invalid("outputs ", i, " and ", j, ", of the shapes ", a.ToString(),
                   " and ", b.ToString(), ", are the same tensor");
  }
  return OkStatus();
}

// Shapes the outputs while preparing.
Status ShapeOutputs(const NodeView& view, const BoundOp& op, bool* dynamic) {
  *dynamic = false;
  for (size_t i = 0; i < op.outputs.size(); ++i) {
    const TensorView output = view.output(static_cast<int>(i));
    if (!output) continue;
    // Without elements of a fixed size there is nothing to plan.
    const bool sized = ElementBits(output.type()) != 0;
    if (op.evaluate_at_prepare && op.outputs[i].known) {
      MoveTo(kTfLitePersistentRo, output.raw());
    } else if (!op.outputs[i].known || !sized) {
      MoveTo(kTfLiteDynamic, output.raw());
      *dynamic = true;
      continue;
    } else if (output.raw()->allocation_type == kTfLitePersistentRo) {
      // Other shapes or inputs: it does not have its value while preparing any
      // more, and must not look like a constant.
      MoveTo(kTfLiteArenaRw, output.raw());
    }
    TFLL_RETURN_IF_ERROR(ResizeTo(view.context(), output, op.outputs[i].shape));
  }
  return OkStatus();
}

// Gives the node one arena tensor per request.
Status PlanScratch(TfLiteContext* context, TfLiteNode* node, NodeState* state,
                   const std::vector<size_t>& requests) {
  state->scratch_used = requests.size();
  // The tensors of the operator before this one, which a constant's new value
  // has ended.
  const TfLiteIntArray* before = node->temporaries;
  if (state->scratch.empty() && before != nullptr) {
    state->scratch.assign(before->data, before->data + before->size);
  }
  while (state->scratch.size() < requests.size()) {
    int index = 0;
    if (context->AddTensors(context, 1, &index) != kTfLiteOk) {
      return Internal("cannot add a scratch tensor");
    }
    state->scratch.push_back(index);
  }
  // All of them before anything can fail: the graph, and the operator that a
  // constant's new value begins, go by the list.
  TfLiteIntArrayFree(node->temporaries);
  node->temporaries = TfLiteIntArrayCreate(static_cast<int>(requests.size()));
  std::copy_n(state->scratch.begin(), requests.size(), node->temporaries->data);
  for (size_t i = 0; i < requests.size(); ++i) {
    if (requests[i] >
        static_cast<size_t>(std::numeric_limits<int32_t>::max())) {
      return Invalid("scratch of ", requests[i], " bytes is too large");
    }
    TfLiteTensor* tensor = &context->tensors[state->scratch[i]];
    tensor->type = kTfLiteUInt8;
    tensor->allocation_type = kTfLiteArenaRw;
    TFLL_RETURN_IF_ERROR(ResizeTo(context, TensorView(tensor),
                                  {static_cast<int32_t>(requests[i])}));
  }
  return OkStatus();
}

// Calls visit(tensor) for the constant inputs of a node.
template <typename Visit>
void ForEachConstant(const NodeView& view, const Visit& visit) {
  ForEachInput(view, [&](const TensorView& input) {
    if (input.is_constant()) visit(*input.raw());
  });
}

// The deferred work of one node. Nodes may do theirs at once.
Status DoFirstWork(TfLiteContext* context, TfLiteNode* node, NodeState* state) {
  const NodeView view(context, node, NodeView::Phase::kInvoke);
  for (const PrepareContext::Work& work : state->first_eval) {
    TFLL_RETURN_IF_ERROR(CatchBadAlloc([&] { return work(view); }));
  }
  state->first_eval = {};
  // Below that, a call costs more than the memory is worth.
  constexpr size_t kLeastBytes = 32 * 1024;
  Host* host = Host::Of(context);
  if (host == nullptr) return OkStatus();
  ForEachConstant(view, [&](const TfLiteTensor& tensor) {
    if (tensor.bytes >= kLeastBytes) host->ConstantIsPacked(tensor);
  });
  return OkStatus();
}

bool LacksMemory(const TfLiteTensor& tensor) {
  return tensor.data.raw == nullptr && tensor.bytes != 0;
}

struct Pending {
  TfLiteNode* node;
  NodeState* state;
  size_t bytes = 0;  // of constants
};

// The nodes with deferred work, most constants first.
std::vector<Pending> PendingNodes(TfLiteContext* context, Host* host) {
  std::vector<Pending> nodes;
  host->ForEachNode([&](TfLiteNode* node, const TfLiteRegistration& r) {
    if (r.init != InitOp || node->user_data == nullptr) return;
    NodeState* state = StateOf(node);
    if (state->first_eval.empty()) return;
    Pending pending{node, state};
    bool readable = true;
    ForEachConstant(NodeView(context, node, NodeView::Phase::kInvoke),
                    [&](const TfLiteTensor& tensor) {
                      pending.bytes += tensor.bytes;
                      readable &= !LacksMemory(tensor);
                    });
    // The others report in their own turn what they lack.
    if (readable) nodes.push_back(pending);
  });
  std::stable_sort(
      nodes.begin(), nodes.end(),
      [](const Pending& a, const Pending& b) { return a.bytes > b.bytes; });
  return nodes;
}

// Does the deferred work of all nodes of the plan on the pool's threads. A node
// that fails keeps its work, and reports the error in its own turn.
void DoFirstWorkOfAll(TfLiteContext* context) {
  constexpr size_t kLeastBytes = 64 * 1024;
  Host* host = Host::Of(context);
  if (host == nullptr || host->thread_pool().num_threads() < 2) return;
  const int threads = host->thread_pool().num_threads();
  const std::vector<Pending> nodes = PendingNodes(context, host);
  size_t total = 0;
  for (const Pending& p : nodes) total += p.bytes;
  if (nodes.size() < 2) return;
  const auto work = [&](const Pending& p) {
    static_cast<void>(DoFirstWork(context, p.node, p.state).ok());
  };
  // All threads share the work of a node that would keep one of them busy when
  // the others have finished. Little work is not worth the pool, but done here,
  // too: otherwise each of the nodes would list all of them again.
  size_t shared = 0;
  while (shared < nodes.size() &&
         (total < kLeastBytes ||
          nodes[shared].bytes > total / (2 * static_cast<size_t>(threads)))) {
    work(nodes[shared++]);
  }
  std::atomic<size_t> next{shared};
  host->thread_pool().ParallelFor(threads, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      for (size_t n = next++; n < nodes.size(); n = next++) work(nodes[n]);
    }
  });
  for (const Pending& p : nodes) CountMemory(context, p.state);
}

Status RunFirstEval(TfLiteContext* context, TfLiteNode* node,
                    NodeState* state) {
  TFLL_RETURN_IF_ERROR(DoFirstWork(context, node, state));
  CountMemory(context, state);
  return OkStatus();
}

// The shapes and values of constants that were computed while preparing. Unlike
// those of the model, which the graph never changes without initializing the
// node again, they may be others each time. Operators compute no larger ones of
// what changes (IsSmallConstant).
std::string ComputedConstants(const NodeView& view) {
  constexpr size_t kMostBytes = 4096;
  std::string all;
  ForEachInput(view, [&](const TensorView& input) {
    if (input.raw()->allocation_type != kTfLitePersistentRo) return;
    all += input.shape().ToString();
    if (input.data<char>() == nullptr) return;
    all.append(input.data<char>(), std::min(input.bytes(), kMostBytes));
  });
  return all;
}

// Frees what the kernel may have made of other constants.
void FreeOutdated(const NodeView& view, NodeState* state) {
  std::string computed = ComputedConstants(view);
  if (computed == state->computed) return;
  state->computed = std::move(computed);
  if (state->kernel != nullptr && !state->kernel->OutlivesConstants()) {
    state->kernel = nullptr;
  }
}

// A node that can be prepared, but not run.
Status PrepareRefused(const NodeView& view, NodeState* state) {
  state->rebind = true;
  for (int i = 0; i < view.num_outputs(); ++i) {
    const TensorView output = view.output(i);
    if (output) MoveTo(kTfLiteDynamic, output.raw());
  }
  return OkStatus();
}

Status PrepareNode(TfLiteContext* context, TfLiteNode* node,
                   const OpFunctions& functions) {
  NodeState* state = StateOf(node);
  state->first_eval.clear();
  state->runs = 0;
  const NodeView view(context, node, NodeView::Phase::kPrepare);
  auto bound = functions.bind(view);
  state->refused =
      bound.status().code() == base::StatusCode::kFailedPrecondition;
  if (state->refused) return PrepareRefused(view, state);
  TFLL_RETURN_IF_ERROR(bound.status());
  TFLL_RETURN_IF_ERROR(CheckRepeatedOutputs(view, **bound));
  state->op = *std::move(bound);
  TFLL_RETURN_IF_ERROR(ShapeOutputs(view, *state->op, &state->rebind));
  state->strings = NumbersOfStrings(view);
  state->idle = NothingToDo(view, *state->op);
  if (functions.prepare != nullptr) {
    FreeOutdated(view, state);
    PrepareContext prepare(view, Host::Of(context));
    prepare.state = std::move(state->kernel);
    TFLL_RETURN_IF_ERROR(functions.prepare(*state->op, prepare));
    state->kernel = std::move(prepare.state);
    state->first_eval = prepare.TakeFirstEval();
    CountMemory(context, state);
    TFLL_RETURN_IF_ERROR(PlanScratch(context, node, state, prepare.scratch()));
  }
  if (state->op->evaluate_at_prepare && !state->rebind) {
    if (state->idle) return OkStatus();
    TFLL_RETURN_IF_ERROR(RunFirstEval(context, node, state));
    EvalContext eval(context, node, state->kernel.get(), state->scratch.data());
    return functions.eval(*state->op, eval);
  }
  return OkStatus();
}

// A shape that was unknown while preparing is bound from the inputs' values.
Status Rebind(TfLiteContext* context, TfLiteNode* node,
              const OpFunctions& functions) {
  NodeState* state = StateOf(node);
  const NodeView view(context, node, NodeView::Phase::kInvoke);
  TFLL_ASSIGN_OR_RETURN(state->op, functions.bind(view));
  // What an operator refuses to run depends on types and shapes alone.
  if (state->refused) return Internal("a node that was refused can run");
  for (size_t i = 0; i < state->op->outputs.size(); ++i) {
    const TensorView output = view.output(static_cast<int>(i));
    const OutputSpec& spec = state->op->outputs[i];
    if (!output || !spec.known || ElementBits(output.type()) == 0) continue;
    TFLL_RETURN_IF_ERROR(ResizeTo(context, output, spec.shape));
  }
  state->idle = NothingToDo(view, *state->op);
  return OkStatus();
}

Status NoMemory(const TfLiteContext* context, const char* what, int i,
                int tensor) {
  return Internal(what, " ", i, ", tensor ", tensor, " ",
                  TensorView(&context->tensors[tensor]).ToString(),
                  ", has no memory");
}

// A delegate or a program may take a tensor's memory away after the node was
// prepared. Outputs of unknown size get memory when they are evaluated.
Status CheckOutputs(const NodeView& view, const BoundOp& op) {
  for (int i = 0; i < static_cast<int>(op.outputs.size()); ++i) {
    const TensorView output = view.output(i);
    if (!output || !LacksMemory(*output.raw()) || !op.outputs[i].known ||
        ElementBits(output.type()) == 0) {
      continue;
    }
    return NoMemory(view.context(), "output", i, view.raw()->outputs->data[i]);
  }
  return OkStatus();
}

// The same of what is read. A VARIANT without an object is a value, too.
Status CheckInputs(const NodeView& view, uint32_t shapes_only) {
  for (int i = 0; i < view.num_inputs(); ++i) {
    const TensorView input = view.input(i);
    if (!input || !LacksMemory(*input.raw()) || HasBit(shapes_only, i) ||
        input.type() == kTfLiteVariant) {
      continue;
    }
    return NoMemory(view.context(), "input", i, view.raw()->inputs->data[i]);
  }
  return OkStatus();
}

Status CheckScratch(const TfLiteContext* context, const NodeState& state) {
  for (size_t i = 0; i < state.scratch_used; ++i) {
    const int t = state.scratch[i];
    if (!LacksMemory(context->tensors[t])) continue;
    return NoMemory(context, "scratch", static_cast<int>(i), t);
  }
  return OkStatus();
}

}  // namespace

void* InitOp(TfLiteContext*, const char*, size_t) { return new NodeState; }

void FreeOp(TfLiteContext* context, void* buffer) {
  auto* state = static_cast<NodeState*>(buffer);
  state->kernel = nullptr;
  CountMemory(context, state);
  delete state;
}

TfLiteStatus RefuseSparseInputs(TfLiteContext* context, TfLiteNode* node,
                                const char* name, uint32_t decoded) {
  const NodeView view(context, node, NodeView::Phase::kPrepare);
  for (int i = 0; i < view.num_inputs(); ++i) {
    const TensorView input = view.input(i);
    if (input && input.is_constant() && input.raw()->sparsity != nullptr &&
        !HasBit(decoded, i)) {
      return Report(context, name,
                    Invalid("input ", i, " is sparse: ", input.ToString()));
    }
  }
  return kTfLiteOk;
}

TfLiteStatus PrepareOp(TfLiteContext* context, TfLiteNode* node,
                       const OpFunctions& functions, const char* name) {
  const Status status =
      CatchBadAlloc([&] { return PrepareNode(context, node, functions); });
  return status.ok() ? kTfLiteOk : Report(context, name, status);
}

TfLiteStatus InvokeOp(TfLiteContext* context, TfLiteNode* node,
                      const OpFunctions& functions, const char* name,
                      uint32_t shapes_only) {
  NodeState* state = StateOf(node);
  const NodeView view(context, node, NodeView::Phase::kInvoke);
  if (!state->rebind && state->op->evaluate_at_prepare) {
    const Status status = CheckOutputs(view, *state->op);
    return status.ok() ? kTfLiteOk : Report(context, name, status);
  }
  const Status inputs = CheckInputs(view, shapes_only);
  if (!inputs.ok()) return Report(context, name, inputs);
  // Before the operator that the work refers to is bound again.
  if (!state->first_eval.empty()) DoFirstWorkOfAll(context);
  if (!state->first_eval.empty()) {
    const Status status = RunFirstEval(context, node, state);
    if (!status.ok()) return Report(context, name, status);
  }
  const Status status = CatchBadAlloc([&] {
    if (state->rebind) {
      TFLL_RETURN_IF_ERROR(Rebind(context, node, functions));
    } else {
      TFLL_RETURN_IF_ERROR(CheckStrings(context, node, state->strings));
    }
    if (state->idle) return OkStatus();
    TFLL_RETURN_IF_ERROR(CheckOutputs(view, *state->op));
    TFLL_RETURN_IF_ERROR(CheckScratch(context, *state));
    EvalContext eval(context, node, state->kernel.get(), state->scratch.data());
    return functions.eval(*state->op, eval);
  });
  if (!status.ok()) return Report(context, name, status);
  // A kernel that does not pack its constants for the first run does it in the
  // second one (kernels/gemm/stored).
  if (state->runs < 2 && ++state->runs == 2) CountMemory(context, state);
  return kTfLiteOk;
}

}  // namespace tflite::kernels
