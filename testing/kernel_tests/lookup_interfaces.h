#ifndef TESTING_KERNEL_TESTS_LOOKUP_INTERFACES_H_
#define TESTING_KERNEL_TESTS_LOOKUP_INTERFACES_H_

#include <memory>

#include "kernels/hashtable/hashtable.h"
#include "tensorflow_lite_lite/c/common.h"
#include "testing/kernel_tests/resource_base.h"

namespace tflite {
namespace resource {

using LookupInterface = kernels::LookupTable;

// Null if no table has this id.
inline LookupInterface* GetHashtableResource(ResourceMap* resources,
                                             int resource_id) {
  return resources->Find<kernels::LookupTable>(resource_id);
}

// Creates an empty table, unless a resource with this id exists.
inline void CreateHashtableResourceIfNotAvailable(ResourceMap* resources,
                                                  int resource_id,
                                                  TfLiteType key_dtype,
                                                  TfLiteType value_dtype) {
  if (resources->Contains(resource_id)) return;
  resources->Put(resource_id, std::make_unique<kernels::LookupTable>(
                                  key_dtype, value_dtype));
}

}  // namespace resource
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_LOOKUP_INTERFACES_H_
