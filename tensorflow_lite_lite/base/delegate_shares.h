#ifndef TENSORFLOW_LITE_LITE_BASE_DELEGATE_SHARES_H_
#define TENSORFLOW_LITE_LITE_BASE_DELEGATE_SHARES_H_

#include <memory>

#include "tensorflow_lite_lite/base/namespaces.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::base {

// Shared ownership of delegates that do not support it themselves. The owner of
// a delegate offers it here; each interpreter that uses the delegate then keeps
// it alive. Thread-safe.

// `owned` must stay valid as long as the delegate may be used. Replaces an
// earlier offer.
void OfferDelegateShares(const TfLiteDelegate* delegate,
                         const std::weak_ptr<void>& owned);

// Null if nothing was offered or the owner's object no longer exists.
std::shared_ptr<void> ShareDelegate(const TfLiteDelegate* delegate);

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_DELEGATE_SHARES_H_
