#ifndef TESTING_KERNELS_BY_NAME_H_
#define TESTING_KERNELS_BY_NAME_H_

#include <memory>
#include <string>

#include "tensorflow_lite_lite/core/op_resolver.h"

namespace tflite {

// A resolver with the reference kernels for "reference", with the fast ones for
// any other name; without default delegates.
std::unique_ptr<OpResolver> KernelsByName(const std::string& name);

}  // namespace tflite

#endif  // TESTING_KERNELS_BY_NAME_H_
