#ifndef DELEGATES_EXTERNAL_ELF_SYMBOLS_H_
#define DELEGATES_EXTERNAL_ELF_SYMBOLS_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::external {

using namespace delegates;

// The dynamic symbols of a shared library, read from its file.
struct ElfSymbols {
  std::vector<std::string> defined;
  std::vector<std::string> undefined;  // without weak ones
  std::vector<std::string> libraries;  // that it asks for by name
};

// An error that says what the file is where it is no shared library for this
// machine's processor, or is damaged.
StatusOr<ElfSymbols> ReadElfSymbols(const std::string& path);

// Those of `symbols.undefined` that neither this process nor one of the
// libraries has. Loads the libraries.
std::vector<std::string> MissingSymbols(const ElfSymbols& symbols);

}  // namespace tflite::external

#endif  // DELEGATES_EXTERNAL_ELF_SYMBOLS_H_
