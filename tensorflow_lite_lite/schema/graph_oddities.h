#ifndef TENSORFLOW_LITE_LITE_SCHEMA_GRAPH_ODDITIES_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_GRAPH_ODDITIES_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/schema/model_file.h"

namespace tflite::schema {

// Oddities of subgraph `index` of a verified model that do not prevent reading
// it: graph inputs with constant contents; tensors that are used without a
// value, are written twice, or are smaller than their buffer. Each text names
// the tensor and, if there is one, the node.
std::vector<std::string> GraphOddities(const ModelFile& model, int index);

}  // namespace tflite::schema

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_GRAPH_ODDITIES_H_
