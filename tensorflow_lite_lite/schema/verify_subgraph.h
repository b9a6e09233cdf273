#ifndef TENSORFLOW_LITE_LITE_SCHEMA_VERIFY_SUBGRAPH_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_VERIFY_SUBGRAPH_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/schema/model_file.h"
#include "tensorflow_lite_lite/schema/verify_tensor.h"

namespace tflite::schema {

// Checks the tensors and nodes of subgraph `index` (VerifyModel), and appends
// the existing subgraphs that its nodes run to `callees`.
Status VerifySubgraph(const ModelFile& model, int index, VerifyBudget* budget,
                      std::vector<int>* callees);

// "subgraph 1 'body'"
std::string SubgraphLabel(const Model& model, int index);

}  // namespace tflite::schema

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_VERIFY_SUBGRAPH_H_
