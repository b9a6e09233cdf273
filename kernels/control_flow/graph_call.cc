#include "kernels/control_flow/graph_call.h"

#include <cstring>

#include "tensorflow_lite_lite/base/log.h"

namespace tflite::kernels {
namespace {

// The largest depth of graphs calling graphs; a cycle of calls ends here.
constexpr int kMaxDepth = 32;
thread_local int depth = 0;

struct DepthGuard {
  DepthGuard() { ++depth; }
  ~DepthGuard() { --depth; }
  Status Check() const {
    return depth <= kMaxDepth ? OkStatus()
                              : Invalid("graphs call each other more than ",
                                        kMaxDepth, " deep");
  }
};

bool HasOpenSize(TfLiteType type) { return ElementBits(type) == 0; }

Status CheckInputs(Host* graph, const std::vector<TensorView>& arguments) {
  if (graph->inputs().size() != arguments.size()) {
    return Invalid("graph '", graph->GetName(), "' takes ",
                   graph->inputs().size(), " inputs, is given ",
                   arguments.size());
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TensorView to(graph->tensor(graph->inputs()[i]));
    if (!to) {
      return Invalid("input ", i, " of graph '", graph->GetName(),
                     "' is left out");
    }
    if (to.is_constant()) {
      return Invalid("input ", i, " of graph '", graph->GetName(), "', ",
                     to.ToString(), ", is a constant");
    }
  }
  return OkStatus();
}

// An error of a call to a graph: `what` failed, and why, as far as the graph
// tells; an operator in it may have reported the reason itself.
Status Failed(const std::string& what, const Status& why) {
  return Status(why.code(), why.message().empty()
                                ? what
                                : StrCat(what, ": ", why.message()));
}

Status ResizeInput(Host* graph, size_t i, const Shape& shape) {
  const Status status = graph->ResizeInputTensor(graph->inputs()[i],
                                                 {shape.begin(), shape.end()});
  return status.ok()
             ? status
             : Failed(StrCat("cannot resize input ", i, " of graph '",
                             graph->GetName(), "' to ", shape.ToString()),
                      status);
}

bool IsPlanned(const TensorView& t) {
  return t.raw()->allocation_type == kTfLiteArenaRw && !t.is_variable();
}

// The graph is bound to the types of its arguments, whatever its inputs are
// declared as.
Status AdoptTypes(Host* graph, const std::vector<TensorView>& arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TensorView to(graph->tensor(graph->inputs()[i]));
    const TfLiteType type = arguments[i].type();
    if (to.type() == type || HasOpenSize(to.type()) || HasOpenSize(type) ||
        !IsPlanned(to)) {
      continue;
    }
    Log(LogLevel::kWarning,
        "Input %d of graph '%s', declared as %s, becomes %s like its argument",
        static_cast<int>(i), graph->GetName().c_str(), to.ToString().c_str(),
        TfLiteTypeGetName(type));
    to.raw()->type = type;
    to.raw()->data.data = nullptr;  // sized for the old type
    TFLL_RETURN_IF_ERROR(ResizeInput(graph, i, arguments[i].shape()));
  }
  return OkStatus();
}

Status CheckArguments(Host* graph, const std::vector<TensorView>& arguments) {
  TFLL_RETURN_IF_ERROR(CheckInputs(graph, arguments));
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TensorView to(graph->tensor(graph->inputs()[i]));
    if (to.type() != arguments[i].type()) {
      return Invalid("input ", i, " of graph '", graph->GetName(), "' is ",
                     to.ToString(), ", is given ", arguments[i].ToString());
    }
  }
  return OkStatus();
}

// True when some input had to be resized.
StatusOr<bool> ResizeInputs(Host* graph,
                            const std::vector<TensorView>& arguments) {
  bool resized = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TensorView to(graph->tensor(graph->inputs()[i]));
    const Shape shape = arguments[i].shape();
    if (to.shape() == shape) continue;
    resized = true;
    TFLL_RETURN_IF_ERROR(ResizeInput(graph, i, shape));
  }
  return resized;
}

Status Allocate(Host* graph) {
  const Status status = graph->AllocateTensors();
  return status.ok()
             ? status
             : Failed(StrCat("cannot prepare graph '", graph->GetName(), "'"),
                      status);
}

// An object is cloned, as its bytes may refer to memory that it owns.
Status CopyObject(const TensorView& from, TfLiteTensor* to) {
  const TfLiteTensor before = *to;
  if (TfLiteTensorCopy(from.raw(), to) != kTfLiteOk) {
    return Internal("cannot copy the object of ", from.ToString());
  }
  // The copy is in the host's memory, whoever has made the object.
  to->delegate = before.delegate;
  to->buffer_handle = before.buffer_handle;
  to->data_is_stale = before.data_is_stale;
  return OkStatus();
}

}  // namespace

StatusOr<Host*> FindGraph(Host* caller, int index) {
  Host* graph = caller == nullptr ? nullptr : caller->subgraph(index);
  if (graph == nullptr) return Invalid("there is no graph ", index);
  if (graph == caller) return Invalid("graph ", index, " calls itself");
  return graph;
}

Status PrepareGraph(Host* graph, const std::vector<TensorView>& arguments) {
  DepthGuard guard;
  TFLL_RETURN_IF_ERROR(guard.Check());
  TFLL_RETURN_IF_ERROR(CheckInputs(graph, arguments));
  TFLL_RETURN_IF_ERROR(AdoptTypes(graph, arguments));
  TFLL_RETURN_IF_ERROR(CheckArguments(graph, arguments));
  TFLL_RETURN_IF_ERROR(ResizeInputs(graph, arguments).status());
  return Allocate(graph);
}

bool HasStaticOutputs(Host* graph) {
  // After a tensor whose size is known only at run time, shapes are not
  // computed.
  if (graph->HasDynamicTensors()) return false;
  for (const int index : graph->outputs()) {
    const TensorView output(graph->tensor(index));
    if (output.is_dynamic() || HasOpenSize(output.type())) return false;
  }
  return true;
}

std::vector<Shape> OutputShapes(Host* graph) {
  std::vector<Shape> shapes;
  for (const int index : graph->outputs()) {
    shapes.push_back(TensorView(graph->tensor(index)).shape());
  }
  return shapes;
}

Status CopyContents(const TensorView& from, const TensorView& to) {
  TfLiteTensor* tensor = to.raw();
  if (from.raw()->allocation_type == kTfLiteVariantObject) {
    return CopyObject(from, tensor);
  }
  if (tensor->allocation_type == kTfLiteVariantObject) {
    // The object of an earlier call, where there is none this time.
    TfLiteTensorDataFree(tensor);
    tensor->allocation_type = kTfLiteDynamic;
    tensor->bytes = 0;
  }
  if (HasOpenSize(from.type()) || to.is_dynamic()) {
    if (TfLiteTensorRealloc(from.bytes(), tensor) != kTfLiteOk) {
      return Internal("cannot allocate ", from.bytes(), " bytes for ",
                      to.ToString());
    }
    if (to.shape() != from.shape()) {
      TfLiteIntArrayFree(tensor->dims);
      tensor->dims = ToIntArray(from.shape());
    }
  }
  if (from.bytes() != to.bytes()) {
    return Invalid(from.ToString(), " does not fit ", to.ToString());
  }
  if (from.bytes() != 0 && from.data<char>() != to.data<char>()) {
    if (from.data<char>() == nullptr || to.data<char>() == nullptr) {
      return Invalid(from.ToString(), " has no data to copy to ",
                     to.ToString());
    }
    std::memcpy(to.mutable_data<char>(), from.data<char>(), from.bytes());
  }
  return OkStatus();
}

Status CallGraph(Host* graph, const std::vector<TensorView>& arguments) {
  DepthGuard guard;
  TFLL_RETURN_IF_ERROR(guard.Check());
  TFLL_RETURN_IF_ERROR(CheckArguments(graph, arguments));
  TFLL_ASSIGN_OR_RETURN(const bool resized, ResizeInputs(graph, arguments));
  // Arguments whose shapes only a run tells do not prepare it earlier.
  if (resized || !graph->IsPrepared()) TFLL_RETURN_IF_ERROR(Allocate(graph));
  for (size_t i = 0; i < arguments.size(); ++i) {
    TFLL_RETURN_IF_ERROR(CopyContents(
        arguments[i], TensorView(graph->tensor(graph->inputs()[i]))));
  }
  const Status status = graph->Invoke();
  return status.ok()
             ? status
             : Failed(StrCat("graph '", graph->GetName(), "' failed"), status);
}

StatusOr<TensorView> ResultOf(Host* graph, int i) {
  const std::vector<int>& outputs = graph->outputs();
  const TensorView result(static_cast<size_t>(i) < outputs.size()
                              ? graph->tensor(outputs[i])
                              : nullptr);
  if (result) return result;
  return Invalid("graph '", graph->GetName(), "' gives no output ", i);
}

Status CopyResults(Host* graph, EvalContext& context) {
  for (int i = 0; i < context.num_outputs(); ++i) {
    if (!context.output(i)) continue;
    TFLL_ASSIGN_OR_RETURN(const TensorView from, ResultOf(graph, i));
    if (from.type() != context.output(i).type()) {
      return Invalid("output ", i, " of graph '", graph->GetName(), "' is ",
                     from.ToString(), ", want ", context.output(i).ToString());
    }
    if (!HasOpenSize(from.type()) &&
        context.output(i).shape() != from.shape()) {
      TFLL_RETURN_IF_ERROR(context.ResizeOutput(i, from.shape()));
    }
    TFLL_RETURN_IF_ERROR(CopyContents(from, context.output(i)));
  }
  return OkStatus();
}

}  // namespace tflite::kernels
