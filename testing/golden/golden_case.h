#ifndef TESTING_GOLDEN_GOLDEN_CASE_H_
#define TESTING_GOLDEN_GOLDEN_CASE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite {
namespace golden {

// The allowed difference of a result from its record, per element.
struct Tolerance {
  double absolute = 0;  // float: |got - want| <= absolute + relative * |want|
  double relative = 0;
  double steps = 0;     // integer: |got - want| <= steps
  double fraction = 0;  // fraction of elements that may exceed it
};

// One tensor in one step. Its bytes are inputs[offset, offset + bytes), or the
// same range of outputs.
struct TensorRecord {
  int index = -1;  // in its subgraph
  std::string name;
  std::vector<int> shape;
  std::string dtype;
  size_t offset = 0;
  size_t bytes = 0;
  std::string key;  // name in the signature
};

// One invocation.
struct Step {
  std::vector<TensorRecord> inputs;
  std::vector<TensorRecord> outputs;
  std::string signature;  // empty: the primary subgraph
  int subgraph = 0;
  std::optional<Tolerance> tolerance;
};

// The outputs of a detection model, compared box by box.
struct Detections {
  std::vector<int> outputs;  // indices of boxes, classes, scores and count
  double min_score = 0;
  double box = 0;
  double score = 0;
};

struct Case {
  std::string op;
  std::string name;
  std::string dtype;
  Tolerance tolerance;
  std::vector<Step> steps;
  std::optional<Detections> detections;
  std::vector<std::string> custom_ops;  // must be registered by the caller
  std::string model;                    // the .tflite file
  std::string inputs;                   // all input tensors of all steps
  std::string outputs;
};

// The cases of a packed file (testing/golden/pack.py), sorted by name.
base::StatusOr<std::vector<Case>> ReadPacked(const std::string& path);

// The case in a folder: case.json, model.tflite, inputs.bin, outputs.bin.
base::StatusOr<Case> ReadFolder(const std::string& path);

}  // namespace golden
}  // namespace tflite

#endif  // TESTING_GOLDEN_GOLDEN_CASE_H_
