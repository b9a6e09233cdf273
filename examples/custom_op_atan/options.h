#ifndef EXAMPLES_CUSTOM_OP_ATAN_OPTIONS_H_
#define EXAMPLES_CUSTOM_OP_ATAN_OPTIONS_H_

#include <vector>

#include "flatbuffers/flexbuffers.h"

namespace atan_ops {

// The numbers of a vector. Writers may have stored one type per element or a
// common one.
inline std::vector<int> ReadInts(const flexbuffers::Reference& option) {
  std::vector<int> out;
  const auto read = [&out](const auto& values) {
    for (size_t i = 0; i < values.size(); ++i) {
      out.push_back(values[i].AsInt32());
    }
  };
  if (option.IsTypedVector()) {
    read(option.AsTypedVector());
  } else {
    read(option.AsVector());
  }
  return out;
}

}  // namespace atan_ops

#endif  // EXAMPLES_CUSTOM_OP_ATAN_OPTIONS_H_
