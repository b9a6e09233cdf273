#ifndef TENSORFLOW_LITE_LITE_BASE_DELEGATE_SHARES_H_
#define TENSORFLOW_LITE_LITE_BASE_DELEGATE_SHARES_H_

#include <memory>

#include "tensorflow_lite_lite/base/namespaces.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::base {

// Delegates of which a runtime can have a share, without the delegate's own
// help: whoever owns one offers it, and each interpreter that uses the delegate
// keeps it alive. Thread-safe.

// `owned` lives as long as the delegate may be used. Takes the place of an
// earlier offer.
void OfferDelegateShares(const TfLiteDelegate* delegate,
                         const std::weak_ptr<void>& owned);

// Null where nothing was offered, or the owner's object is gone.
std::shared_ptr<void> ShareDelegate(const TfLiteDelegate* delegate);

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_DELEGATE_SHARES_H_
