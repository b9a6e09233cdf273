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
  std::vector<std::string> undefined;  // without weak symbols
  std::vector<std::string> libraries;  // names of the libraries it needs
};

// An error describing the file if it is damaged or not a shared library for
// this machine's processor.
StatusOr<ElfSymbols> ReadElfSymbols(const std::string& path);

// Returns those of `symbols.undefined` that are defined neither in this process
// nor in one of `symbols.libraries`. Loads these libraries.
std::vector<std::string> MissingSymbols(const ElfSymbols& symbols);

}  // namespace tflite::external

#endif  // DELEGATES_EXTERNAL_ELF_SYMBOLS_H_
