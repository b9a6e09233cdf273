#ifndef TESTING_KERNEL_TESTS_RESOURCE_BASE_H_
#define TESTING_KERNEL_TESTS_RESOURCE_BASE_H_

#include <cstddef>

#include "tensorflow_lite_lite/base/resources.h"

namespace tflite {
namespace resource {

// The type of Subgraph::resources(), under the name that tests use.
using ResourceMap = base::ResourceStore;

// Base class for resources that tests define and put into the map. Its
// functions are not const, as in TensorFlow Lite.
class ResourceBase : public base::Resource {
 public:
  virtual bool IsInitialized() = 0;
  virtual size_t GetMemoryUsage() { return 0; }

  bool IsInitialized() const final {
    return const_cast<ResourceBase*>(this)->IsInitialized();
  }
  size_t MemoryBytes() const final {
    return const_cast<ResourceBase*>(this)->GetMemoryUsage();
  }
};

}  // namespace resource
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_RESOURCE_BASE_H_
