#include "delegates/dsp/session/lifetimes.h"

#include <algorithm>
#include <numeric>

namespace tflite::dsp {
namespace {

bool Overlap(const Lifetime& a, const Lifetime& b) {
  return a.first <= b.last && b.first <= a.last;
}

// One region, filled value by value.
class Region {
 public:
  Region(const std::vector<Lifetime>& values, uint64_t alignment)
      : values_(values), alignment_(alignment) {}

  // The lowest offset that is free while the value lives.
  uint64_t Find(size_t value) const {
    uint64_t offset = 0;
    for (const Taken& t : taken_) {
      if (!Overlap(values_[t.value], values_[value])) continue;
      if (offset + Bytes(value) <= t.offset) break;
      offset = std::max(offset, t.offset + Bytes(t.value));
    }
    return offset;
  }
  uint64_t EndOf(size_t value, uint64_t offset) const {
    return offset + Bytes(value);
  }
  void Take(size_t value, uint64_t offset) {
    const Taken taken = {offset, value};
    taken_.insert(std::upper_bound(taken_.begin(), taken_.end(), taken), taken);
    used_ = std::max(used_, EndOf(value, offset));
  }
  uint64_t used() const { return used_; }

 private:
  struct Taken {
    uint64_t offset;
    size_t value;
    bool operator<(const Taken& other) const { return offset < other.offset; }
  };

  uint64_t Bytes(size_t value) const {
    const uint64_t bytes = std::max<uint64_t>(values_[value].bytes, 1);
    return (bytes + alignment_ - 1) / alignment_ * alignment_;
  }

  const std::vector<Lifetime>& values_;
  const uint64_t alignment_;
  std::vector<Taken> taken_;  // by offset
  uint64_t used_ = 0;
};

}  // namespace

Placement PlaceValues(const std::vector<Lifetime>& values, uint64_t fast_budget,
                      uint64_t alignment) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return values[a].bytes > values[b].bytes;
  });
  Region fast(values, alignment), large(values, alignment);
  Placement placement;
  placement.places.resize(values.size());
  for (const size_t value : order) {
    uint64_t offset = fast.Find(value);
    const bool fits = fast.EndOf(value, offset) <= fast_budget;
    if (!fits) offset = large.Find(value);
    (fits ? fast : large).Take(value, offset);
    placement.places[value] = {fits, offset};
  }
  placement.fast_bytes = fast.used();
  placement.large_bytes = large.used();
  return placement;
}

}  // namespace tflite::dsp
