#include "delegates/common/graph_node.h"

#include <cstring>
#include <vector>

#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite::delegates {
namespace {

// An options struct to which a version of the operator appended fields.
struct Growth {
  int builtin_code;
  int version;  // first version with all fields
  size_t before;
};
constexpr Growth kGrown[] = {
    {kTfLiteBuiltinConv2d, 7, offsetof(TfLiteConvParams, quantized_bias_type)},
    {kTfLiteBuiltinFullyConnected, 10,
     offsetof(TfLiteFullyConnectedParams, quantized_bias_type)},
    {kTfLiteBuiltinTransposeConv, 5,
     offsetof(TfLiteTransposeConvParams, quantized_bias_type)},
};

Status CheckTensor(const TensorView& tensor, const char* role, int i,
                   bool takes_state) {
  if (tensor.is_dynamic()) {
    return Unsupported(role, " ", i, " has a dynamic size: ", tensor.name());
  }
  if (tensor.is_variable() && !takes_state) {
    return Unsupported(role, " ", i, " is a variable: ", tensor.name());
  }
  const TfLiteType type = tensor.type();
  if (type == kTfLiteString || type == kTfLiteResource ||
      type == kTfLiteVariant) {
    return Unsupported(role, " ", i, " is ", TfLiteTypeGetName(type));
  }
  return OkStatus();
}

TfLiteIntArray* CopyOf(const TfLiteIntArray* a) {
  return a == nullptr ? nullptr : TfLiteIntArrayCopy(a);
}

}  // namespace

bool GraphNode::Is(int code, const char* name) const {
  if (builtin_code != code) return false;
  if (code != kTfLiteBuiltinCustom) return true;
  return name != nullptr && custom_name != nullptr &&
         std::strcmp(name, custom_name) == 0;
}

StatusOr<GraphNode> NodeAt(TfLiteContext* context, int index) {
  TfLiteNode* node = nullptr;
  TfLiteRegistration* registration = nullptr;
  if (context->GetNodeAndRegistration(context, index, &node, &registration) !=
      kTfLiteOk) {
    return Internal("the host does not return node ", index);
  }
  return GraphNode(*registration, node, index);
}

Status ForEachNode(TfLiteContext* context,
                   const std::function<void(const GraphNode&)>& function) {
  TfLiteIntArray* plan = nullptr;
  if (context->GetExecutionPlan(context, &plan) != kTfLiteOk) {
    return Internal("the host does not return its execution plan");
  }
  // The plan is valid only until it is requested again.
  const std::vector<int> nodes(plan->data, plan->data + plan->size);
  for (const int n : nodes) {
    TFLL_ASSIGN_OR_RETURN(const GraphNode node, NodeAt(context, n));
    function(node);
  }
  return OkStatus();
}

CompleteNode::CompleteNode(const GraphNode& node) : node_{} {
  node_.inputs = node.node->inputs;
  node_.outputs = node.node->outputs;
  node_.intermediates = node.node->intermediates;
  node_.builtin_data = node.node->builtin_data;
  node_.custom_initial_data = node.node->custom_initial_data;
  node_.custom_initial_data_size = node.node->custom_initial_data_size;
  if (node_.builtin_data == nullptr) return;
  for (const Growth& grown : kGrown) {
    static_assert(sizeof(TfLiteConvParams) <= kLargest &&
                      sizeof(TfLiteFullyConnectedParams) <= kLargest &&
                      sizeof(TfLiteTransposeConvParams) <= kLargest,
                  "kLargest is too small");
    if (grown.builtin_code != node.builtin_code) continue;
    if (node.version >= grown.version) continue;
    std::memcpy(options_, node_.builtin_data, grown.before);
    node_.builtin_data = options_;
  }
}

OwnedNode::OwnedNode(const GraphNode& node)
    : inputs_(CopyOf(node.node->inputs)),
      outputs_(CopyOf(node.node->outputs)),
      intermediates_(CopyOf(node.node->intermediates)),
      custom_name_(node.custom_name == nullptr ? "" : node.custom_name),
      node_{},
      registration_{},
      index_(node.index) {
  node_.inputs = inputs_.get();
  node_.outputs = outputs_.get();
  node_.intermediates = intermediates_.get();
  node_.builtin_data = node.node->builtin_data;
  node_.custom_initial_data = node.node->custom_initial_data;
  node_.custom_initial_data_size = node.node->custom_initial_data_size;
  registration_.builtin_code = node.builtin_code;
  registration_.version = node.version;
  registration_.custom_name =
      node.custom_name == nullptr ? nullptr : custom_name_.c_str();
}

Status CheckNodeTensors(const NodeView& node, bool takes_state) {
  for (int i = 0; i < node.num_inputs(); ++i) {
    const TensorView tensor = node.input(i);
    if (!tensor) continue;
    TFLL_RETURN_IF_ERROR(CheckTensor(tensor, "input", i, takes_state));
  }
  for (int i = 0; i < node.num_outputs(); ++i) {
    const TensorView tensor = node.output(i);
    if (!tensor) return Unsupported("output ", i, " is missing");
    TFLL_RETURN_IF_ERROR(CheckTensor(tensor, "output", i, false));
  }
  return OkStatus();
}

StatusOr<std::unique_ptr<BoundOp>> BoundOrUnsupported(
    StatusOr<std::unique_ptr<BoundOp>> op) {
  if (op.ok() || IsUnsupported(op.status())) return op;
  return Unsupported(op.status().message());
}

Status UnsupportedType(TfLiteType type) {
  return Unsupported("type ", TfLiteTypeGetName(type), " is not supported");
}

Status CheckOutputShapes(const NodeView& node, const BoundOp& op) {
  for (size_t i = 0; i < op.outputs.size(); ++i) {
    if (!op.outputs[i].known) {
      return Unsupported("the shape of output ", i, " depends on data");
    }
    const TensorView tensor = node.output(static_cast<int>(i));
    if (!tensor) return Unsupported("output ", i, " is missing");
    const Shape& shape = op.outputs[i].shape;
    if (tensor.shape() != shape) {
      return Unsupported("output ", i, " is ", tensor.ToString(),
                         ", not of shape ", shape.ToString());
    }
  }
  return OkStatus();
}

Status ResizeOutputs(const NodeView& node, const BoundOp& op) {
  TfLiteContext* context = node.context();
  for (size_t i = 0; i < op.outputs.size(); ++i) {
    if (!op.outputs[i].known) {
      return Unsupported("the shape of output ", i, " depends on data");
    }
    const TensorView tensor = node.output(static_cast<int>(i));
    if (!tensor) return Unsupported("output ", i, " is missing");
    const Shape& shape = op.outputs[i].shape;
    if (tensor.shape() == shape) continue;
    if (context->ResizeTensor(context, tensor.raw(), ToIntArray(shape)) !=
        kTfLiteOk) {
      return Internal("cannot give ", tensor.ToString(), " the shape ",
                      shape.ToString());
    }
  }
  return OkStatus();
}

std::string Describe(TfLiteContext* context, const GraphNode& node) {
  std::string text = node.index < 0 ? "a node" : StrCat("node ", node.index);
  const NodeView view(context, node.node, NodeView::Phase::kPrepare);
  const TensorView output = view.output(0);
  if (output) StrAppend(&text, " (to '", output.name(), "')");
  return text;
}

}  // namespace tflite::delegates
