#ifndef TENSORFLOW_LITE_LITE_CORE_LOAD_GRAPH_READER_H_
#define TENSORFLOW_LITE_LITE_CORE_LOAD_GRAPH_READER_H_

#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"
#include "tensorflow_lite_lite/core/op_resolver.h"
#include "tensorflow_lite_lite/core/signature_def.h"
#include "tensorflow_lite_lite/schema/model_file.h"

namespace tflite::core {

// What follows reads a model that VerifyModel has accepted.

// The code of each entry of the model's operator list, with the model's code,
// name and version. Custom operators that the resolver does not have stand as
// unresolved. Reports what is missing.
TfLiteStatus ResolveOperators(const Model& model, const OpResolver& resolver,
                              ErrorReporter* error_reporter,
                              std::vector<TfLiteRegistration>* operators);

// Fills `graph` with tensors and nodes of the model's subgraph of that index.
// Constants are used where they lie, in `allocation` if known. A graph that is
// not consistent has been reported, and is no error.
Status ReadGraph(const ModelFile& file, int subgraph_index,
                 const std::vector<TfLiteRegistration>& operators,
                 const Allocation* allocation, GraphData* graph);

std::vector<internal::SignatureDef> ReadSignatures(const Model& model);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_LOAD_GRAPH_READER_H_
