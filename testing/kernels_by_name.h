#ifndef TESTING_KERNELS_BY_NAME_H_
#define TESTING_KERNELS_BY_NAME_H_

#include <memory>
#include <string>

#include "tensorflow_lite_lite/core/op_resolver.h"

namespace tflite {

// Returns a resolver with the reference kernels for "reference", or with the
// fast kernels for any other name; without default delegates.
std::unique_ptr<OpResolver> KernelsByName(const std::string& name);

}  // namespace tflite

#endif  // TESTING_KERNELS_BY_NAME_H_
