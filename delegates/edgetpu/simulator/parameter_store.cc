#include "delegates/edgetpu/simulator/parameter_store.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace tflite::edgetpu {

bool ParameterStore::Enter(uint64_t caching_token, uint64_t program,
                           const StoreUse& use) {
  const bool stays = caching_token == caching_token_ &&
                     (caching_token != 0 || loaded_.count(program) != 0);
  if (!stays) loaded_.clear();
  caching_token_ = caching_token;
  for (auto other = loaded_.begin(); other != loaded_.end();) {
    const bool overwritten =
        other->first != program && (Overlap(other->second, use.loaded) ||
                                    Overlap(other->second, use.written));
    other = overwritten ? loaded_.erase(other) : std::next(other);
  }
  return loaded_.emplace(program, use.loaded).second;
}

bool ParameterStore::Grow(uint64_t size) {
  if (size <= size_) return true;
  // From calloc: the host provides memory page by page, as programs touch it.
  std::unique_ptr<uint8_t, Free> grown(
      static_cast<uint8_t*>(std::calloc(static_cast<size_t>(size), 1)));
  if (grown == nullptr) return false;
  std::copy_n(bytes_.get(), size_, grown.get());
  bytes_ = std::move(grown);
  size_ = size;
  return true;
}

}  // namespace tflite::edgetpu
