// Applies the delegate to every interpreter built with BuiltinOpResolver in a
// program that links this file, where it saves memory traffic.
#include "delegates/cpu/cpu_default.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "delegates/cpu/cpu_curve.h"
#include "delegates/cpu/cpu_delegate.h"
#include "delegates/cpu/cpu_rows.h"
#include "kernels/register/library_operators.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/base/cpu_features.h"
#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/base/host.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite::cpu {
namespace {

// Smaller results stay in the cache between the operators.
constexpr int64_t kLeastFusedBytes = 256 * 1024;
// Fewer products take no longer than a partition.
constexpr int64_t kLeastTableBytes = 4 * 1024;
constexpr int64_t kLeastRowBytes = 4 * 1024;

const bool added =
    ops::builtin::AddDefaultDelegateCreator([](TfLiteContext* context) {
      return MayFuseFloats(context) || MayFuseTables(context) ||
                     MayFuseRows(context)
                 ? CreateDefaultCpuDelegate()
                 : TfLiteDelegateUniquePtr(nullptr, CpuDelegateDelete);
    });

bool Has(const std::vector<int>& tensors, int tensor) {
  return std::find(tensors.begin(), tensors.end(), tensor) != tensors.end();
}

// Tensors of rank 0 may get another rank when the graph is prepared.
bool MayBeImageOfFloats(const TfLiteTensor& tensor) {
  const int rank = tensor.dims == nullptr ? 0 : tensor.dims->size;
  return tensor.type == kTfLiteFloat32 && (rank == 4 || rank == 0) &&
         tensor.allocation_type != kTfLiteMmapRo;
}

// True if a reduction is one of floats along their last axis.
bool HasRows(base::Host& graph, const TfLiteNode& node) {
  if (node.inputs == nullptr || node.inputs->size != 2) return false;
  const TfLiteTensor* const data = graph.tensor(node.inputs->data[0]);
  const TfLiteTensor* const axes = graph.tensor(node.inputs->data[1]);
  if (data == nullptr || data->type != kTfLiteFloat32 || axes == nullptr ||
      axes->type != kTfLiteInt32 || axes->bytes != sizeof(int32_t) ||
      axes->allocation_type != kTfLiteMmapRo || axes->data.raw == nullptr) {
    return false;
  }
  int32_t axis = 0;
  std::memcpy(&axis, axes->data.raw, sizeof(axis));
  return data->dims != nullptr && (axis == -1 || axis == data->dims->size - 1);
}

bool HasImagesOfFloats(base::Host& graph) {
  for (int t = 0; graph.tensor(t) != nullptr; ++t) {
    if (MayBeImageOfFloats(*graph.tensor(t)) && !Has(graph.inputs(), t) &&
        !Has(graph.outputs(), t)) {
      return true;
    }
  }
  return false;
}

// True if bytes are multiplied by a function of them.
bool HasGates(base::Host& graph) {
  bool found = false;
  std::unordered_map<int, int> curves;  // input by output
  graph.ForEachNode([&](TfLiteNode* node, const TfLiteRegistration& op) {
    if (node->inputs == nullptr || node->outputs == nullptr ||
        node->outputs->size != 1) {
      return;
    }
    const TfLiteIntArray& in = *node->inputs;
    const int out = node->outputs->data[0];
    const TfLiteTensor* const result = graph.tensor(out);
    if (IsGate(op.builtin_code) && in.size == 1 && result != nullptr &&
        base::IsByte(result->type)) {
      curves[out] = in.data[0];
    }
    if (op.builtin_code != kTfLiteBuiltinMul || in.size != 2) return;
    for (const int i : {0, 1}) {
      const auto curve = curves.find(in.data[i]);
      found |= curve != curves.end() && curve->second == in.data[1 - i];
    }
  });
  return found;
}

bool ReducesSomeRows(base::Host& graph) {
  bool found = false;
  graph.ForEachNode([&](TfLiteNode* node, const TfLiteRegistration& op) {
    found |= ReducesRows(op.builtin_code) && HasRows(graph, *node);
  });
  return found;
}

bool AnyGraph(TfLiteContext* context, bool (*has)(base::Host& graph)) {
  base::Host& host = *base::Host::Of(context);
  for (int g = 0; g < host.subgraph_count(); ++g) {
    if (has(*host.subgraph(g))) return true;
  }
  return false;
}

}  // namespace

bool MayFuseFloats(TfLiteContext* context) {
  return AnyGraph(context, HasImagesOfFloats);
}
bool MayFuseTables(TfLiteContext* context) {
  return AnyGraph(context, HasGates);
}
bool MayFuseRows(TfLiteContext* context) {
  return AnyGraph(context, ReducesSomeRows);
}

TfLiteDelegateUniquePtr CreateDefaultCpuDelegate() {
  // XNNPACK takes floats on others, see xnnpack_default.cc.
  if (!base::DetectX86().avx2) return {nullptr, CpuDelegateDelete};
  CpuNodeLimits nodes;
  nodes.only_floats = true;
  nodes.least_fused_bytes = kLeastFusedBytes;
  nodes.least_table_bytes = kLeastTableBytes;
  nodes.least_row_bytes = kLeastRowBytes;
  nodes.meaning_is_known = ops::builtin::IsLibraryOperator;
  return {CreateCpuDelegate(CpuDelegateOptionsDefault(), {}, nodes),
          CpuDelegateDelete};
}

}  // namespace tflite::cpu
