#ifndef TESTING_FAULT_BAD_MODELS_H_
#define TESTING_FAULT_BAD_MODELS_H_

#include <string>
#include <vector>

namespace tflite::fault {

// The step that must reject a bad model.
enum class RefusedBy {
  kOpening,    // FlatBufferModel::BuildFrom...
  kVerifying,  // FlatBufferModel::VerifyAndBuildFrom..., VerifyModel
  kBuilding,   // InterpreterBuilder, when it parses options
};

struct BadModel {
  std::string name;  // lower case, usable as a file name
  std::string file;  // aligned to 8 bytes
  RefusedBy refused_by;
  std::string message;  // text that the error must contain
};

// One model for each kind of malformed file: truncated, invalid offsets,
// indices out of range, cycles, sizes that overflow, contents that are missing
// or too short, unknown types and values.
std::vector<BadModel> BadModels();

}  // namespace tflite::fault

#endif  // TESTING_FAULT_BAD_MODELS_H_
