#ifndef TOOLS_EDGETPU_COMPILER_MODEL_EDITING_H_
#define TOOLS_EDGETPU_COMPILER_MODEL_EDITING_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/model.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"

// Changes to models as objects of the schema (tflite::ModelT).
namespace tflite::edgetpu_compiler {

// The model, with contents that the file stores outside of the flatbuffer.
base::StatusOr<std::unique_ptr<ModelT>> UnpackWhole(
    const FlatBufferModel& model);

// The file. The inverse of UnpackWhole.
std::string PackWhole(const ModelT& model);

// A part of the primary subgraph, with the tensors at its boundary.
struct Part {
  std::vector<int> nodes;  // ascending
  std::vector<int> inputs, outputs;
};

// Makes tensors of the primary subgraph constants with these contents.
void SetConstants(const std::map<int, std::vector<uint8_t>>& contents,
                  ModelT* model);

// Reduces the model to one subgraph: the part. Its constants lose their names.
void KeepOnly(const Part& part, ModelT* model);

// Replaces each part of the primary subgraph by one custom operator with the
// given options, and sorts the operators so that each follows those whose
// results it reads; those with state or side effects keep their order. Removes
// operators whose results only the parts have read, which know them as
// constants. Parts have no node in common and are convex: no path leaves a part
// and returns, but for one through the shape of a tensor alone.
void ReplaceParts(const std::vector<Part>& parts,
                  std::vector<std::vector<uint8_t>> options, ModelT* model);

// Removes tensors, buffers and operator codes that nothing refers to.
void Compact(ModelT* model);

}  // namespace tflite::edgetpu_compiler

#endif  // TOOLS_EDGETPU_COMPILER_MODEL_EDITING_H_
