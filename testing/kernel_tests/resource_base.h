#ifndef TESTING_KERNEL_TESTS_RESOURCE_BASE_H_
#define TESTING_KERNEL_TESTS_RESOURCE_BASE_H_

#include "tensorflow_lite_lite/base/resources.h"

namespace tflite {
namespace resource {

// What Subgraph::resources() holds, under the names that tests use.
using ResourceBase = base::Resource;
using ResourceMap = base::ResourceStore;

}  // namespace resource
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_RESOURCE_BASE_H_
