#include "testing/conformance/mirror_delegate.h"

#include <atomic>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "testing/conformance/mirror_graph.h"

namespace tflite {
namespace conformance {
namespace {

std::atomic<int> live_kernels{0};

std::vector<int> ToVector(const TfLiteIntArray* array) {
  return std::vector<int>(array->data, array->data + array->size);
}

class MirrorKernel : public SimpleDelegateKernelInterface {
 public:
  explicit MirrorKernel(MirrorFault fault) : fault_(fault) { ++live_kernels; }
  ~MirrorKernel() override { --live_kernels; }

  TfLiteStatus Init(TfLiteContext* context,
                    const TfLiteDelegateParams* params) override {
    if (fault_ == MirrorFault::kInit) return Fail(context, "Init");
    std::vector<MirrorGraph::Node> nodes;
    for (const int index : ToVector(params->nodes_to_replace)) {
      TfLiteNode* node;
      TfLiteRegistration* registration;
      TF_LITE_ENSURE_STATUS(context->GetNodeAndRegistration(
          context, index, &node, &registration));
      nodes.push_back({registration->builtin_code, registration->version,
                       node->builtin_data, ToVector(node->inputs),
                       ToVector(node->outputs)});
    }
    outputs_ = ToVector(params->output_tensors);
    inputs_ = ToVector(params->input_tensors);
    graph_ = std::make_unique<MirrorGraph>(std::move(nodes), inputs_, outputs_);
    return kTfLiteOk;
  }

  TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode*) override {
    if (fault_ == MirrorFault::kPrepare) return Fail(context, "Prepare");
    TF_LITE_ENSURE_STATUS(Report(context, graph_->Prepare(*context)));
    for (const int i : outputs_) {
      TF_LITE_ENSURE_STATUS(
          context->ResizeTensor(context, &context->tensors[i],
                                TfLiteIntArrayCopy(graph_->tensor(i).dims)));
    }
    return kTfLiteOk;
  }

  TfLiteStatus Eval(TfLiteContext* context, TfLiteNode*) override {
    if (fault_ == MirrorFault::kInvoke) return Fail(context, "Eval");
    TF_LITE_ENSURE_STATUS(Report(context, graph_->Run(*context)));
    Spoil(context);
    return kTfLiteOk;
  }

 private:
  TfLiteStatus Fail(TfLiteContext* context, const char* phase) {
    context->ReportError(context, "asked to fail in %s", phase);
    return kTfLiteDelegateError;
  }
  TfLiteStatus Report(TfLiteContext* context, const base::Status& status) {
    if (status.ok()) return kTfLiteOk;
    context->ReportError(context, "%s", std::string(status.message()).c_str());
    return kTfLiteDelegateError;
  }
  void Spoil(TfLiteContext* context) {
    // A partition has no outputs if its results are never read.
    if (fault_ == MirrorFault::kNone || outputs_.empty()) return;
    const TfLiteTensor& out = context->tensors[outputs_[0]];
    if (fault_ == MirrorFault::kWrongResult)
      out.data.raw[out.bytes - 1] ^= 0x20;
    if (fault_ == MirrorFault::kWritesOutside) out.data.raw[out.bytes] ^= 1;
    if (fault_ == MirrorFault::kWritesInput) {
      context->tensors[inputs_[0]].data.raw[0] ^= 1;
    }
  }

  const MirrorFault fault_;
  std::vector<int> inputs_, outputs_;
  std::unique_ptr<MirrorGraph> graph_;
};

class MirrorDelegate : public delegates::PlannedDelegate {
 public:
  explicit MirrorDelegate(const MirrorOptions& options) : options_(options) {}

  base::Status CheckNode(const TfLiteRegistration* registration,
                         const TfLiteNode* node,
                         TfLiteContext* context) const override {
    if (registration->builtin_code == kTfLiteBuiltinCustom) {
      return base::Unsupported("custom operators are not mirrored");
    }
    if (!options_.operators.empty() &&
        options_.operators.count(registration->builtin_code) == 0) {
      return base::Unsupported("not among the operators to take");
    }
    if (node->intermediates != nullptr && node->intermediates->size != 0) {
      return base::Unsupported("has intermediate tensors");
    }
    for (const TfLiteIntArray* list : {node->inputs, node->outputs}) {
      for (const int i : ToVector(list)) {
        if (i >= 0) TFLL_RETURN_IF_ERROR(CheckTensor(context->tensors[i]));
      }
    }
    return CheckGraphs(registration->builtin_code);
  }

  TfLiteStatus Initialize(TfLiteContext*) override { return kTfLiteOk; }
  const char* Name() const override { return "MirrorDelegate"; }
  std::unique_ptr<SimpleDelegateKernelInterface> CreateDelegateKernelInterface()
      override {
    const int number = kernels_++;
    const bool faulty =
        options_.faulty_partition < 0 || options_.faulty_partition == number;
    return std::make_unique<MirrorKernel>(faulty ? options_.fault
                                                 : MirrorFault::kNone);
  }
  Options DelegateOptions() const override { return options_.nodes; }

 private:
  static base::Status CheckTensor(const TfLiteTensor& t) {
    if (t.is_variable) return base::Unsupported("has a variable");
    if (t.type == kTfLiteString || t.type == kTfLiteResource ||
        t.type == kTfLiteVariant) {
      return base::Unsupported("has a tensor of type ",
                               TfLiteTypeGetName(t.type));
    }
    return base::OkStatus();
  }
  // Rejects operators that call graphs: the mirror's interpreter has only one.
  static base::Status CheckGraphs(int code) {
    switch (code) {
      case kTfLiteBuiltinIf:
      case kTfLiteBuiltinWhile:
      case kTfLiteBuiltinCallOnce:
      case kTfLiteBuiltinStablehloCase:
      case kTfLiteBuiltinStablehloComposite:
      case kTfLiteBuiltinStablehloScatter:
      case kTfLiteBuiltinStablehloReduceWindow:
        return base::Unsupported("calls another graph");
      default:
        return base::OkStatus();
    }
  }

  const MirrorOptions options_;
  std::atomic<int> kernels_{0};
};

}  // namespace

TfLiteDelegateUniquePtr CreateMirrorDelegate(const MirrorOptions& options) {
  return TfLiteDelegateFactory::Create(
      std::make_unique<MirrorDelegate>(options));
}

int LiveMirrorKernels() { return live_kernels; }

}  // namespace conformance
}  // namespace tflite
