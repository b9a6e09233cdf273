// Resources that a test defines and adds to an interpreter.
#include <gtest/gtest.h>

#include <cstddef>
#include <memory>

#include "tensorflow_lite_lite/core/interpreter.h"
#include "testing/kernel_tests/lookup_interfaces.h"
#include "testing/kernel_tests/resource_base.h"
#include "testing/kernel_tests/resource_variable.h"

namespace tflite {
namespace {

// A resource type defined by this test.
class OwnResource : public resource::ResourceBase {
 public:
  bool IsInitialized() override { return true; }
  size_t GetMemoryUsage() override { return 12; }
  ResourceType GetResourceType() const override {
    return ResourceType::kUnknown;
  }
};

TEST(ResourcesTest, TakeOwnOnes) {
  Interpreter interpreter;
  resource::ResourceMap& resources = interpreter.primary_subgraph().resources();
  resources.emplace(3, std::make_unique<OwnResource>());
  EXPECT_EQ(resources.size(), 1u);
  EXPECT_EQ(resources.MemoryBytes(), 12u);
  // It is neither a variable nor a table, and must not be replaced.
  resource::CreateResourceVariableIfNotAvailable(&resources, 3);
  EXPECT_EQ(resource::GetResourceVariable(&resources, 3), nullptr);
  EXPECT_EQ(resource::GetHashtableResource(&resources, 3), nullptr);
  resource::CreateResourceVariableIfNotAvailable(&resources, 4);
  ASSERT_NE(resource::GetResourceVariable(&resources, 4), nullptr);
  EXPECT_EQ(resource::GetResourceVariable(&resources, 4)->GetResourceType(),
            resource::ResourceBase::ResourceType::kVariable);
  resource::CreateHashtableResourceIfNotAvailable(&resources, 5, kTfLiteInt64,
                                                  kTfLiteString);
  EXPECT_EQ(resource::GetHashtableResource(&resources, 5)->GetResourceType(),
            resource::ResourceBase::ResourceType::kHashtable);
}

}  // namespace
}  // namespace tflite
