#ifndef TOOLS_PLUGIN_CHECK_REGISTRATION_PROBE_H_
#define TOOLS_PLUGIN_CHECK_REGISTRATION_PROBE_H_

#include <cstdint>
#include <string>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace plugin_check {

// The fields that TfLiteRegistration got over time. A plugin passes the struct
// by value: one that was built with a shorter struct leaves in the later fields
// what lay on its stack.
struct RegistrationTail {
  bool seen = false;         // the plugin has replaced nodes
  bool is_operator = false;  // registration_external is an operator in use
  uint64_t registration_external = 0;
  uint64_t async_kernel = 0;
  uint64_t inplace_operator = 0;
};

// Bytes of the struct that the plugin was built with, as far as that shows: 64,
// 72, 80 or 88. Zeros are taken for fields that were set to zero.
int RegistrationBytes(const RegistrationTail& tail);

// A sentence on RegistrationBytes.
std::string DescribeRegistration(const RegistrationTail& tail);

// Applies `inner` in its place and looks at the registrations that it passes.
class RegistrationProbe {
 public:
  // `inner` is borrowed, and outlives the interpreter as this object does.
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
