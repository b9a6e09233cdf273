#ifndef TESTING_KERNEL_TESTS_SINGLE_OP_TEST_H_
#define TESTING_KERNEL_TESTS_SINGLE_OP_TEST_H_

#include <map>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/op_resolver.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/string_type.h"

namespace tflite {

// Resolves one built-in operator, in any version.
class SingleOpResolver : public OpResolver {
 public:
  // Copies the registration and sets its version.
  SingleOpResolver(const BuiltinOperator op, TfLiteRegistration* registration,
                   int version = 1)
      : op_(op), registration_(*registration) {
    registration_.builtin_code = static_cast<int32_t>(op);
    registration_.version = version;
  }
  const TfLiteRegistration* FindOp(BuiltinOperator op,
                                   int version) const override {
    return op == op_ ? &registration_ : nullptr;
  }
  const TfLiteRegistration* FindOp(const char* op, int version) const override {
    return nullptr;
  }

 private:
  const BuiltinOperator op_;
  TfLiteRegistration registration_;
};

// A suite that runs with several kernels of one operator; the parameter is the
// name of a kernel in the map:
//   INSTANTIATE_TEST_SUITE_P(Conv, ConvTest, ::testing::ValuesIn(
//       SingleOpTest::GetKernelTags(*kKernelMap)));
class SingleOpTest : public ::testing::TestWithParam<string> {
 public:
  static std::vector<string> GetKernelTags(
      const std::map<string, TfLiteRegistration*>& kernel_map) {
    std::vector<string> tags;
    for (const auto& [tag, registration] : kernel_map) tags.push_back(tag);
    return tags;
  }

 protected:
  virtual const std::map<string, TfLiteRegistration*>& GetKernelMap() = 0;
  TfLiteRegistration* GetRegistration() {
    return GetKernelMap().at(GetParam());
  }
};

}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_SINGLE_OP_TEST_H_
