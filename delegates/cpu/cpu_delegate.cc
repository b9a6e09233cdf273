#include "delegates/cpu/cpu_delegate.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "delegates/common/fusion.h"
#include "delegates/common/lowered_delegate.h"
#include "delegates/cpu/cpu_curve.h"
#include "delegates/cpu/cpu_lowering.h"
#include "delegates/cpu/cpu_program.h"
#include "tensorflow_lite_lite/c/delegation_log.h"

namespace tflite::cpu {
namespace {

constexpr char kName[] = "CpuDelegate";

bool HasFloatResult(const TfLiteContext& context, const TfLiteNode& node) {
  if (node.outputs == nullptr || node.outputs->size == 0) return false;
  const int result = node.outputs->data[0];
  return result >= 0 && context.tensors[result].type == kTfLiteFloat32;
}

// True if the node may be part of a table, by its operator.
bool MayBeTable(const TfLiteRegistration& registration) {
  return IsGate(registration.builtin_code) ||
         registration.builtin_code == kTfLiteBuiltinMul;
}

class CpuDelegate final : public LoweredDelegate<CpuCaps, CpuBuilder> {
 public:
  CpuDelegate(const CpuDelegateOptions& options, Options common,
              const CpuNodeLimits& nodes)
      : LoweredDelegate(kName, std::move(common), CpuLowering(), CpuCaps{}),
        nodes_(nodes) {
    limits_.strip_bytes = std::max<int64_t>(0, options.strip_bytes);
    limits_.least_value_bytes = options.least_value_bytes;
  }

  TfLiteStatus Initialize(TfLiteContext* context) override {
    // Programs use the threads of this library's interpreters.
    if (TfllGetDelegationLog(context) == nullptr) {
      return Report(context, Unavailable("the host is another runtime"));
    }
    return LoweredDelegate::Initialize(context);
  }

  Status CheckNode(const TfLiteRegistration* registration,
                   const TfLiteNode* node,
                   TfLiteContext* context) const override {
    if (nodes_.meaning_is_known != nullptr &&
        !nodes_.meaning_is_known(*registration)) {
      return Unsupported("the application has its own code for the operator");
    }
    // Before the operator is bound, which takes longer.
    if (nodes_.only_floats && !HasFloatResult(*context, *node) &&
        !MayBeTable(*registration)) {
      return Unsupported("only floats are to be fused");
    }
    return LoweredDelegate::CheckNode(registration, node, context);
  }

  StatusOr<std::unique_ptr<PartitionProgram>> Compile(
      TfLiteContext* context, const DelegatedPartition& partition,
      const CpuCaps& caps) override {
    TFLL_ASSIGN_OR_RETURN(CpuGraph graph, GraphOf(context, partition, caps));
    return MakeCpuProgram(std::move(graph), limits_, &layers_);
  }

  const PartitionPolicy* GetPartitionPolicy() const override { return this; }

 private:
  StatusOr<CpuGraph> GraphOf(TfLiteContext* context,
                             const DelegatedPartition& partition,
                             const CpuCaps& caps) const {
    CpuBuilder builder(context, partition, caps.statics);
    TFLL_RETURN_IF_ERROR(
        EmitPartition(CpuLowering(), context, partition, caps, builder));
    CpuGraph graph = builder.Take();
    RemoveUnused(&graph);
    FuseCalls(limits_, &graph);
    return graph;
  }

  // The memory is the host's own.
  double ByteSeconds() const override { return 0; }

  // Leaves to their operators what did not become part of a layer, and layers
  // that do not gain enough.
  Status ReviewPartition(TfLiteContext* context,
                         const DelegatedPartition& partition,
                         const CpuCaps& caps,
                         PartitionReview* review) const override {
    TFLL_ASSIGN_OR_RETURN(const CpuGraph graph,
                          GraphOf(context, partition, caps));
    for (const CpuCall& call : graph.calls) {
      if (IsWorthwhile(call)) continue;
      for (const int node : call.nodes) {
        review->Refuse(node, call.runs()
                                 ? "fusion would save little"
                                 : "no layer of the partition takes it in");
      }
    }
    return OkStatus();
  }

  bool IsWorthwhile(const CpuCall& call) const {
    switch (call.kind) {
      case CpuCall::Kind::kLayers:
        return nodes_.least_fused_bytes == 0 ||
               (call.steps[0].layer.window() != nullptr &&
                call.fused_bytes >= nodes_.least_fused_bytes);
      case CpuCall::Kind::kTable:  // one of an activation alone saves nothing
        return call.fused_bytes > 0 &&
               call.fused_bytes >= nodes_.least_table_bytes;
      case CpuCall::Kind::kRows: {
        // Fewer take no longer one after another.
        constexpr size_t kLeastSteps = 4;
        return call.rows->has_reduction() &&
               call.rows->steps.size() >= kLeastSteps &&
               call.fused_bytes >= nodes_.least_row_bytes;
      }
      default:
        return false;
    }
  }

  const CpuNodeLimits nodes_;
  ChainLimits limits_;
  mutable LayerStore layers_;
};

}  // namespace

TfLiteDelegate* CreateCpuDelegate(
    const CpuDelegateOptions& options,
    const SimpleDelegateInterface::Options& common,
    const CpuNodeLimits& nodes) {
  return TfLiteDelegateFactory::CreateSimpleDelegate(
      std::make_unique<CpuDelegate>(options, common, nodes));
}

}  // namespace tflite::cpu

extern "C" {

CpuDelegateOptions CpuDelegateOptionsDefault(void) {
  return CpuDelegateOptions{/*strip_bytes=*/384 * 1024,
                            /*least_value_bytes=*/1024 * 1024};
}

TfLiteDelegate* CpuDelegateCreate(const CpuDelegateOptions* options) {
  return tflite::cpu::CreateCpuDelegate(
      options != nullptr ? *options : CpuDelegateOptionsDefault(), {});
}

void CpuDelegateDelete(TfLiteDelegate* delegate) {
  tflite::TfLiteDelegateFactory::DeleteSimpleDelegate(delegate);
}

}  // extern "C"
