#ifndef DELEGATES_DSP_SESSION_LIFETIMES_H_
#define DELEGATES_DSP_SESSION_LIFETIMES_H_

#include <cstdint>
#include <vector>

namespace tflite::dsp {

// A value that lives from step `first` to step `last`, both included.
struct Lifetime {
  uint64_t bytes;
  int first, last;
};

// Where values stand in two regions, a fast one of limited size and a large
// one.
struct Placement {
  struct Place {
    bool fast;
    uint64_t offset;  // in its region
  };
  std::vector<Place> places;                 // by value
  uint64_t fast_bytes = 0, large_bytes = 0;  // used
};

// Values share memory when no step needs both. In each region larger ones are
// placed first, each at the lowest offset that is free while it lives; what
// does not fit in `fast_budget` goes to the large region. Sizes count as
// multiples of `alignment`.
Placement PlaceValues(const std::vector<Lifetime>& values, uint64_t fast_budget,
                      uint64_t alignment);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SESSION_LIFETIMES_H_
