#ifndef TESTING_FAULT_MUTATOR_H_
#define TESTING_FAULT_MUTATOR_H_

#include <cstdint>
#include <string>
#include <vector>

namespace tflite::fault {

// Bends a sound model in random ways. It knows where a file keeps its numbers
// (fields, shapes, indices, quantization, small constants) and mostly
// overwrites those with values that tend to break things, so that many results
// get past the first checks; the rest are flipped bits, moved bytes and cuts.
class Mutator {
 public:
  // `file` passes VerifyStructure and is aligned to 8 bytes.
  explicit Mutator(std::string file);

  // A mutation of the file; the same seed gives the same one. Thread-safe.
  std::string Mutate(uint64_t seed) const;

  // Places in the file that hold a number.
  size_t num_sites() const { return sites_.size(); }

 private:
  struct Site {
    size_t offset;
    size_t width;  // bytes: 1, 2, 4 or 8
  };
  class Collector;

  std::string file_;
  std::vector<Site> sites_;
  // Bytes outside large constants: [begin, end).
  std::vector<std::pair<size_t, size_t>> structure_;
};

// The splitmix64 sequence: enough for tests, the same on every machine.
class TestRandom {
 public:
  explicit TestRandom(uint64_t seed) : state_(seed) {}
  uint64_t Next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // In [0, bound); `bound` is positive.
  uint64_t Below(uint64_t bound) { return Next() % bound; }

 private:
  uint64_t state_;
};

}  // namespace tflite::fault

#endif  // TESTING_FAULT_MUTATOR_H_
