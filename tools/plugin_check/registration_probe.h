#ifndef TOOLS_PLUGIN_CHECK_REGISTRATION_PROBE_H_
#define TOOLS_PLUGIN_CHECK_REGISTRATION_PROBE_H_

#include <cstdint>
#include <string>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace plugin_check {

// The fields that were added to TfLiteRegistration over time. A plugin passes
// the struct by value: if it was built with a shorter struct, the later fields
// contain whatever was on its stack.
struct RegistrationTail {
  bool seen = false;         // the plugin has replaced nodes
  bool is_operator = false;  // registration_external is a valid operator
  uint64_t registration_external = 0;
  uint64_t async_kernel = 0;
  uint64_t inplace_operator = 0;
};

// The likely size in bytes of the struct that the plugin was built with: 64,
// 72, 80 or 88. Zeros count as fields that were set to zero.
int RegistrationBytes(const RegistrationTail& tail);

// RegistrationBytes as text.
std::string DescribeRegistration(const RegistrationTail& tail);

// Is applied in place of `inner` and inspects the registrations that it passes.
class RegistrationProbe {
 public:
  // `inner` is not owned; it must outlive the interpreter, and so must this
  // object.
  explicit RegistrationProbe(TfLiteDelegate* inner);

  TfLiteDelegate* delegate() { return &delegate_; }
  const RegistrationTail& tail() const { return tail_; }

 private:
  static TfLiteStatus Prepare(TfLiteContext* context, TfLiteDelegate* delegate);
  static TfLiteStatus Replace(TfLiteContext* context,
                              TfLiteRegistration registration,
                              const TfLiteIntArray* nodes_to_replace,
                              TfLiteDelegate* delegate);

  TfLiteDelegate* const inner_;
  TfLiteDelegate delegate_;
  RegistrationTail tail_;
};

}  // namespace plugin_check
}  // namespace tflite

#endif  // TOOLS_PLUGIN_CHECK_REGISTRATION_PROBE_H_
