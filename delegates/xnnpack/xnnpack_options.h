#ifndef DELEGATES_XNNPACK_XNNPACK_OPTIONS_H_
#define DELEGATES_XNNPACK_XNNPACK_OPTIONS_H_

#include <cstddef>

#include "delegates/xnnpack/xnnpack_delegate.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::xnnpack {

// The C API's options and the common options of this project's delegates.
struct XnnpackOptions {
  TfLiteXNNPackDelegateOptions c = TfLiteXNNPackDelegateOptionsDefault();
  SimpleDelegateInterface::Options nodes;
  // Support FLOAT32 tensors.
  bool take_float = true;
  // If not null, nodes for which this returns false are left to the CPU,
  // because the application may have replaced the operator with one of another
  // meaning.
  bool (*meaning_is_known)(const TfLiteRegistration&) = nullptr;
};

// The options of the plugin, `count` pairs of texts. README.md lists them. The
// error names an option that is unknown or has an unsuitable value.
base::StatusOr<XnnpackOptions> ParseXnnpackOptions(const char* const* keys,
                                                   const char* const* values,
                                                   size_t count);

// If the library cannot be used, the delegate refuses all nodes for that
// reason. Delete it with TfLiteXNNPackDelegateDelete.
TfLiteDelegate* CreateXnnpackDelegate(const XnnpackOptions& options);

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_OPTIONS_H_
