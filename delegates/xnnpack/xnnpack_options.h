#ifndef DELEGATES_XNNPACK_XNNPACK_OPTIONS_H_
#define DELEGATES_XNNPACK_XNNPACK_OPTIONS_H_

#include "delegates/xnnpack/xnnpack_delegate.h"
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::xnnpack {

// The C API's options and those that every delegate of this project has.
struct XnnpackOptions {
  TfLiteXNNPackDelegateOptions c = TfLiteXNNPackDelegateOptionsDefault();
  SimpleDelegateInterface::Options nodes;
  // Take FLOAT32 tensors.
  bool take_float = true;
  // Leave nodes of operators for which this is false: where the application may
  // have replaced the meaning of an operator. Null: every operator's is known.
  bool (*meaning_is_known)(const TfLiteRegistration&) = nullptr;
};

// Where the library cannot be used, the delegate leaves all nodes, with that
// for the reason. End it by TfLiteXNNPackDelegateDelete.
TfLiteDelegate* CreateXnnpackDelegate(const XnnpackOptions& options);

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_OPTIONS_H_
