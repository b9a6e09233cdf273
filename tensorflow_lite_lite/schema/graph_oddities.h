#ifndef TENSORFLOW_LITE_LITE_SCHEMA_GRAPH_ODDITIES_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_GRAPH_ODDITIES_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/schema/model_file.h"

namespace tflite::schema {

// What is odd about subgraph `index` of a verified model and yet can be read:
// graph inputs with constant contents, tensors that are used and that nobody
// gives a value, that are written twice, or whose buffer is longer than they
// are. Each text names the tensor and, where there is one, the node.
std::vector<std::string> GraphOddities(const ModelFile& model, int index);

}  // namespace tflite::schema

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_GRAPH_ODDITIES_H_
