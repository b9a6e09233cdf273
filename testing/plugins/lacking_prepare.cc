// A stable delegate that consists of zeros: it has neither a Prepare function
// nor a builder.
#include <stdlib.h>

#include "delegates/external/stable_delegate.h"
#include "tensorflow_lite_lite/c/common.h"

namespace {

TfLiteOpaqueDelegate* Create(const void*) {
  static TfLiteDelegate delegate = {};
  return &delegate;
}
void Destroy(TfLiteOpaqueDelegate*) {
  setenv("LACKING_PREPARE_DESTROYED", "1", 1);
}
int NoError(TfLiteOpaqueDelegate*) { return 0; }

const TfLiteOpaqueDelegatePlugin kPlugin = {Create, Destroy, NoError};

}  // namespace

extern "C" {

extern const TfLiteStableDelegate TFL_TheStableDelegate;
const TfLiteStableDelegate TFL_TheStableDelegate = {"1.0.0", "lacking prepare",
                                                    "0.1", &kPlugin};
}
