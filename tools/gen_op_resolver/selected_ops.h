#ifndef TOOLS_GEN_OP_RESOLVER_SELECTED_OPS_H_
#define TOOLS_GEN_OP_RESOLVER_SELECTED_OPS_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::tools {

// The operators of the resolver, each with its lowest and highest version.
// Builtin operators by the schema's name ("CONV_2D").
struct SelectedOps {
  using Versions = std::pair<int, int>;

  // Adds the operators of a model. Errors name the file.
  base::Status AddModel(const std::string& path);
  // Adds an item of a list: NAME, NAME:version or NAME:first-last. A name that
  // is not in the schema means a custom operator. Without a version, all
  // versions that the library implements are added.
  base::Status AddItem(const std::string& item);

  std::map<std::string, Versions> builtins;
  std::map<std::string, Versions> customs;
};

// C++ source of `void RegisterSelectedOps(::tflite::MutableOpResolver*)` in
// `name_space` (none when empty). `tflite_path` begins its #includes
// ("tensorflow/lite"). A builtin operator that the library lacks is an error;
// a custom one that it lacks is declared as
// tflite::ops::custom::Register_<NAME>(), for the user to define.
base::StatusOr<std::string> SourceOf(const SelectedOps& ops,
                                     const std::string& tflite_path,
                                     const std::string& name_space);

// Only the declaration, as a header with this include guard.
std::string HeaderOf(const std::string& guard, const std::string& name_space);

// The name in a custom operator's Register_ function: MY_CUSTOM_OP for
// "MyCustomOp".
std::string RegisterNameOf(const std::string& custom_name);

}  // namespace tflite::tools

#endif  // TOOLS_GEN_OP_RESOLVER_SELECTED_OPS_H_
