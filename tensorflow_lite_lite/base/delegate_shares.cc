#include "tensorflow_lite_lite/base/delegate_shares.h"

#include <iterator>
#include <map>
#include <mutex>

namespace tflite::base {
namespace {

// Never destroyed: delegates may be used during program exit.
struct Offers {
  std::mutex mutex;
  std::map<const TfLiteDelegate*, std::weak_ptr<void>> by_delegate;
};

Offers& GetOffers() {
  static Offers* const offers = new Offers;
  return *offers;
}

}  // namespace

void OfferDelegateShares(const TfLiteDelegate* delegate,
                         const std::weak_ptr<void>& owned) {
  Offers& offers = GetOffers();
  std::lock_guard<std::mutex> lock(offers.mutex);
  for (auto it = offers.by_delegate.begin(); it != offers.by_delegate.end();) {
    it = it->second.expired() ? offers.by_delegate.erase(it) : std::next(it);
  }
  offers.by_delegate[delegate] = owned;
}

std::shared_ptr<void> ShareDelegate(const TfLiteDelegate* delegate) {
  Offers& offers = GetOffers();
  std::lock_guard<std::mutex> lock(offers.mutex);
  const auto found = offers.by_delegate.find(delegate);
  return found == offers.by_delegate.end() ? nullptr : found->second.lock();
}

}  // namespace tflite::base
