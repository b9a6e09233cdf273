#ifndef TESTING_FAULT_BAD_MODELS_H_
#define TESTING_FAULT_BAD_MODELS_H_

#include <string>
#include <vector>

namespace tflite::fault {

// The step at which a bad model has to be refused.
enum class RefusedBy {
  kOpening,    // FlatBufferModel::BuildFrom...
  kVerifying,  // FlatBufferModel::VerifyAndBuildFrom..., VerifyModel
  kBuilding,   // InterpreterBuilder, when it parses options
};

struct BadModel {
  std::string name;  // lower case, fit for a file's name
  std::string file;  // aligned to 8 bytes
  RefusedBy refused_by;
  std::string message;  // some text that the error has to contain
};

// One model for each way a file can be bad: cut, with offsets that lead
// nowhere, indices out of range, cycles, sizes that overflow, contents that are
// missing or too short, types and values that do not exist.
std::vector<BadModel> BadModels();

}  // namespace tflite::fault

#endif  // TESTING_FAULT_BAD_MODELS_H_
