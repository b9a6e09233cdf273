#ifndef TENSORFLOW_LITE_LITE_CORE_LOAD_GRAPH_READER_H_
#define TENSORFLOW_LITE_LITE_CORE_LOAD_GRAPH_READER_H_

#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"
#include "tensorflow_lite_lite/core/op_resolver.h"
#include "tensorflow_lite_lite/core/signature_def.h"
#include "tensorflow_lite_lite/schema/model_file.h"

namespace tflite::core {

// The following functions read a model that VerifyModel has accepted.

// Finds the registration for each entry of the model's operator list, and sets
// its code, name and version to the model's. Custom operators that the resolver
// does not have are added as unresolved.
StatusOr<std::vector<TfLiteRegistration>> ResolveOperators(
    const Model& model, const OpResolver& resolver);

// Adds the tensors and nodes of a subgraph of the model to `graph`. Constants
// are used in place; `allocation` is the memory that contains them, or null if
// unknown. An inconsistent graph is reported, but the function returns OK.
Status ReadGraph(const ModelFile& file, int subgraph_index,
                 const std::vector<TfLiteRegistration>& operators,
                 const Allocation* allocation, GraphData* graph);

std::vector<internal::SignatureDef> ReadSignatures(const Model& model);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_LOAD_GRAPH_READER_H_
