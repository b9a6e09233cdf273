#ifndef TENSORFLOW_LITE_LITE_SCHEMA_MODEL_METADATA_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_MODEL_METADATA_H_

#include <map>
#include <string>

#include "tensorflow_lite_lite/schema/model_file.h"

namespace tflite::schema {

// Copies of all metadata of the model by name. Skips entries without a name and
// those whose buffer cannot be read.
std::map<std::string, std::string> AllMetadata(const ModelFile& model);

// The minimum runtime version stated by the model's writer; empty if none.
std::string MinimumRuntime(const ModelFile& model);

}  // namespace tflite::schema

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_MODEL_METADATA_H_
