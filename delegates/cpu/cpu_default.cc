// Applies the delegate to every interpreter built with BuiltinOpResolver in a
// program that links this file, where it saves memory traffic.
#include "delegates/cpu/cpu_default.h"

#include <algorithm>
#include <vector>

#include "delegates/cpu/cpu_delegate.h"
#include "kernels/register/library_operators.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/base/cpu_features.h"
#include "tensorflow_lite_lite/base/host.h"

namespace tflite::cpu {
namespace {

// Smaller results stay in the cache between the operators.
constexpr int64_t kLeastFusedBytes = 256 * 1024;

const bool added =
    ops::builtin::AddDefaultDelegateCreator([](TfLiteContext* context) {
      return MayFuseFloats(context)
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

}  // namespace

bool MayFuseFloats(TfLiteContext* context) {
  base::Host& host = *base::Host::Of(context);
  for (int g = 0; g < host.subgraph_count(); ++g) {
    base::Host& graph = *host.subgraph(g);
    for (int t = 0; graph.tensor(t) != nullptr; ++t) {
      if (MayBeImageOfFloats(*graph.tensor(t)) && !Has(graph.inputs(), t) &&
          !Has(graph.outputs(), t)) {
        return true;
      }
    }
  }
  return false;
}

TfLiteDelegateUniquePtr CreateDefaultCpuDelegate() {
  // XNNPACK takes floats on others, see xnnpack_default.cc.
  if (!base::DetectX86().avx2) return {nullptr, CpuDelegateDelete};
  CpuNodeLimits nodes;
  nodes.only_floats = true;
  nodes.least_fused_bytes = kLeastFusedBytes;
  nodes.meaning_is_known = ops::builtin::IsLibraryOperator;
  return {CreateCpuDelegate(CpuDelegateOptionsDefault(), {}, nodes),
          CpuDelegateDelete};
}

}  // namespace tflite::cpu
