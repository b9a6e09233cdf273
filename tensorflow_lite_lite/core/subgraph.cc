#include "tensorflow_lite_lite/core/subgraph.h"

#include "tensorflow_lite_lite/core/c_glue.h"

namespace tflite {

Subgraph::Subgraph(core::Runtime* runtime, int subgraph_index)
    : core::GraphSettings(runtime, subgraph_index), memory_(&graph_) {
  core::FillContext(this, &context_);
  context_.recommended_num_threads = -1;
}

Subgraph::~Subgraph() {
  FreePreview();
  FreeAll();
  TfLiteIntArrayFree(plan_cache_);
}

int Subgraph::subgraph_count() const {
  return static_cast<int>(runtime_->subgraphs.size());
}

Subgraph* Subgraph::subgraph(int index) {
  return index < 0 || index >= subgraph_count()
             ? nullptr
             : runtime_->subgraphs[index].get();
}

}  // namespace tflite
