#ifndef TESTING_FAULT_MUTATOR_H_
#define TESTING_FAULT_MUTATOR_H_

#include <cstdint>
#include <string>
#include <vector>

namespace tflite::fault {

// Mutates a valid model randomly. Usually it overwrites numbers (fields,
// shapes, indices, quantization, small constants) with boundary values, so that
// many mutants pass the first checks; other mutants have flipped bits, moved
// bytes or are truncated.
class Mutator {
 public:
  // `file` must pass VerifyStructure and be aligned to 8 bytes.
  explicit Mutator(std::string file);

  // Returns a mutation of the file, determined by the seed. Thread-safe.
  std::string Mutate(uint64_t seed) const;

  // Number of positions in the file that store a number.
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

// The splitmix64 generator: sufficient for tests, the same on every machine.
class TestRandom {
 public:
  explicit TestRandom(uint64_t seed) : state_(seed) {}
  uint64_t Next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // In [0, bound); `bound` must be positive.
  uint64_t Below(uint64_t bound) { return Next() % bound; }

 private:
  uint64_t state_;
};

}  // namespace tflite::fault

#endif  // TESTING_FAULT_MUTATOR_H_
