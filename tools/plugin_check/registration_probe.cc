#include "tools/plugin_check/registration_probe.h"

#include <cstddef>
#include <cstring>
#include <utility>

#include "tensorflow_lite_lite/core/operator.h"

namespace tflite {
namespace plugin_check {
namespace {

using ReplaceFunction =
    decltype(TfLiteContext::ReplaceNodeSubsetsWithDelegateKernels);

// The probe of the delegate that is in Prepare on this thread.
thread_local RegistrationProbe* preparing = nullptr;
thread_local ReplaceFunction replace = nullptr;

// A pattern that is neither a pointer that a delegate would pass nor flags.
constexpr unsigned char kPaint = 0xA5;
constexpr uint64_t kAllInplaceFlags = 0xFF;

// Fills the memory of the plugin's future stack with a pattern, which shows
// what the plugin does not write.
__attribute__((noinline)) void PaintStack() {
  // Deeper than the frames between the host's call and the plugin's struct.
  volatile unsigned char below[32768];
  for (size_t i = 0; i < sizeof(below); ++i) below[i] = kPaint;
}

template <typename T>
uint64_t Bits(const T& field) {
  static_assert(sizeof(T) <= sizeof(uint64_t), "a field of one word");
  uint64_t bits = 0;
  std::memcpy(&bits, &field, sizeof(T));
  return bits;
}

}  // namespace

int RegistrationBytes(const RegistrationTail& tail) {
  if (tail.is_operator) return 88;
  if (tail.registration_external != 0) return 64;
  if (tail.inplace_operator <= kAllInplaceFlags) return 88;
  return tail.async_kernel != 0 ? 72 : 80;
}

std::string DescribeRegistration(const RegistrationTail& tail) {
  if (!tail.seen) return "unknown: the delegate took no node";
  switch (RegistrationBytes(tail)) {
    case 64:
      return "64 bytes, probably built before April 2022";
    case 72:
      return "72 bytes, probably built before March 2023";
    case 80:
      return "80 bytes, probably built before June 2023";
    default:
      return "88 bytes, today's";
  }
}

RegistrationProbe::RegistrationProbe(TfLiteDelegate* inner)
    : inner_(inner), delegate_(TfLiteDelegateCreate()) {
  delegate_.data_ = this;
  delegate_.Prepare = Prepare;
  const bool opaque = inner->Prepare == nullptr;
  delegate_.flags =
      opaque ? inner->opaque_delegate_builder->flags : inner->flags;
}

TfLiteStatus RegistrationProbe::Prepare(TfLiteContext* context,
                                        TfLiteDelegate* delegate) {
  auto* self = static_cast<RegistrationProbe*>(delegate->data_);
  TfLiteDelegate* inner = self->inner_;
  preparing = self;
  replace = std::exchange(context->ReplaceNodeSubsetsWithDelegateKernels,
                          RegistrationProbe::Replace);
  PaintStack();
  TfLiteStatus status = kTfLiteDelegateError;
  if (inner->Prepare != nullptr) {
    status = inner->Prepare(context, inner);
  } else if (const auto* builder = inner->opaque_delegate_builder;
             builder->Prepare != nullptr) {
    status = builder->Prepare(reinterpret_cast<TfLiteOpaqueContext*>(context),
                              inner, builder->data);
  }
  context->ReplaceNodeSubsetsWithDelegateKernels = replace;
  preparing = nullptr;
  return status;
}

TfLiteStatus RegistrationProbe::Replace(TfLiteContext* context,
                                        TfLiteRegistration registration,
                                        const TfLiteIntArray* nodes_to_replace,
                                        TfLiteDelegate* delegate) {
  RegistrationTail& tail = preparing->tail_;
  tail.seen = true;
  tail.is_operator = core::IsLiveOperator(registration.registration_external);
  tail.registration_external = Bits(registration.registration_external);
  tail.async_kernel = Bits(registration.async_kernel);
  tail.inplace_operator = Bits(registration.inplace_operator);
  return replace(context, registration, nodes_to_replace, delegate);
}

}  // namespace plugin_check
}  // namespace tflite
