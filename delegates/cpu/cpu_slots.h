#ifndef DELEGATES_CPU_CPU_SLOTS_H_
#define DELEGATES_CPU_CPU_SLOTS_H_

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace tflite::cpu {

// Memory for each of the threads that run at once.
class Slots {
 public:
  Slots(int count, size_t bytes, void* memory)
      : bytes_(bytes), memory_(static_cast<uint8_t*>(memory)) {
    for (int i = 0; i < count; ++i) free_.push_back(i);
  }

 private:
  friend class Slot;

  const size_t bytes_;
  uint8_t* const memory_;
  std::mutex mutex_;
  std::vector<int> free_;
};

// One of them, as long as this lives. There are as many slots as threads.
class Slot {
 public:
  explicit Slot(Slots* slots) : slots_(slots) {
    const std::lock_guard<std::mutex> lock(slots_->mutex_);
    number_ = slots_->free_.back();
    slots_->free_.pop_back();
  }
  ~Slot() {
    const std::lock_guard<std::mutex> lock(slots_->mutex_);
    slots_->free_.push_back(number_);
  }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  uint8_t* memory() const {
    return slots_->memory_ + slots_->bytes_ * static_cast<size_t>(number_);
  }

 private:
  Slots* const slots_;
  int number_;
};

}  // namespace tflite::cpu

#endif  // DELEGATES_CPU_CPU_SLOTS_H_
