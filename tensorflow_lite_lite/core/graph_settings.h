#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_SETTINGS_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_SETTINGS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/editable_graph.h"
#include "tensorflow_lite_lite/core/interpreter_options.h"
#include "tensorflow_lite_lite/core/operator.h"

namespace tflite::core {

// The part of a Subgraph that holds options and answers questions about the
// model beyond its graph. Options are the interpreter's: all subgraphs share
// them.
class GraphSettings : public EditableGraph {
 public:
  void SetOptions(InterpreterOptions* options);
  const InterpreterOptions* GetOptions() const { return &runtime_->options; }
  bool ShouldPreserveAllTensors() const;
  bool ShouldReleaseDynamicTensors() const;
  void OptimizeMemoryForLargeTensors(int large_tensors_threshold_in_bytes);
  bool ShouldOptimizeMemoryForLargeTensors() const;
  bool DisableDelegateClustering() const;
  bool DisableDelegateNodeFusion() const;
  bool ForceDelegateNodeProfiling() const;
  bool GetAllowFp16PrecisionForFp32() const {
    return context_.allow_fp32_relax_to_fp16;
  }
  void SetExternalContext(TfLiteExternalContextType type,
                          TfLiteExternalContext* external_context);
  TfLiteExternalContext* GetExternalContext(TfLiteExternalContextType type) {
    return type < 0 || type >= kTfLiteMaxExternalContexts
               ? nullptr
               : runtime_->external_contexts[type];
  }

  TfLiteStatus GetModelMetadata(const char* name, const char** data,
                                size_t* bytes) const;
  // Where a custom operator's options lie in the mapped model file.
  TfLiteStatus GetNodeInitDataMmapInfo(const TfLiteNode* node, int* fd,
                                       int64_t* offset_in_file,
                                       int64_t* size) const;
  // The operator of a node in its opaque form, made when first asked for; lives
  // as long as the subgraph. Null when out of range.
  TfLiteOperator* OperatorForNode(int node_index);
  // Zeroed memory that lasts as long as the graph.
  void* AllocatePersistentBuffer(size_t bytes);

 protected:
  GraphSettings(Runtime* runtime, int subgraph_index)
      : EditableGraph(runtime, subgraph_index) {}

 private:
  // The opaque form of classic operators, by code, name and version.
  std::map<std::tuple<int, std::string, int>, std::unique_ptr<TfLiteOperator>>
      operators_;
  std::vector<std::unique_ptr<char[]>> persistent_buffers_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_SETTINGS_H_
