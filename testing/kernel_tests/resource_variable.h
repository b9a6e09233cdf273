#ifndef TESTING_KERNEL_TESTS_RESOURCE_VARIABLE_H_
#define TESTING_KERNEL_TESTS_RESOURCE_VARIABLE_H_

#include <memory>

#include "kernels/variable/variable.h"
#include "testing/kernel_tests/resource_base.h"

namespace tflite {
namespace resource {

using ResourceVariable = kernels::Variable;

// Null if no variable has this id.
inline ResourceVariable* GetResourceVariable(ResourceMap* resources,
                                             int resource_id) {
  return resources->Find<kernels::Variable>(resource_id);
}

// Creates a variable without a value, unless a resource with this id exists.
inline void CreateResourceVariableIfNotAvailable(ResourceMap* resources,
                                                 int resource_id) {
  if (resources->Contains(resource_id)) return;
  resources->Put(resource_id, std::make_unique<kernels::Variable>());
}

}  // namespace resource
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_RESOURCE_VARIABLE_H_
