#ifndef KERNELS_GEMM_CALLS_RECORDING_ISA_H_
#define KERNELS_GEMM_CALLS_RECORDING_ISA_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/gemm/gemm.h"
#include "testing/digest.h"

namespace tflite::kernels {

// What the matrix engine asks of an instruction set: the functions of the table
// that is returned by RecordingIsas note their arguments and compute nothing,
// or numbers that depend on the start values alone. So each way through the
// engine is seen on every machine, and so is work that changes no result.

// The notes. An address in memory that has been named is noted as its name and
// the offset in it; of others, only whether they are null.
class CallLog {
 public:
  // Names `bytes` bytes from `begin` on by a number: 0, 1, 2, ...
  void Name(const void* begin, uint64_t bytes);
  // What is named from here on may lie in the same places.
  void ForgetNames() { memory_.clear(); }
  void Place(const void* address);

  template <typename T>
  void Number(T value) {
    digest_.Add(static_cast<double>(value));
  }
  template <typename T, typename... More>
  void Number(T value, More... more) {
    Number(value);
    Number(more...);
  }
  // Null if there are none.
  template <typename T>
  void Values(const T* values, int64_t count) {
    digest_.Add(values != nullptr);
    if (values == nullptr || count <= 0) return;
    digest_.Add(std::string(reinterpret_cast<const char*>(values),
                            static_cast<size_t>(count) * sizeof(T)));
  }
  void Call(const char* name) {
    digest_.Add(std::string(name));
    ++calls_;
  }

  int calls() const { return calls_; }
  std::string text() const { return digest_.text(); }

 private:
  struct Memory {
    const char* begin;
    uint64_t bytes;
  };
  Digest digest_;
  int calls_ = 0;
  std::vector<Memory> memory_;
};

// Where the functions note their calls; null: nowhere. Of one thread.
CallLog*& RecordedCalls();

// Tables that differ in what makes the engine choose.
struct RecordingIsa {
  const char* name;
  GemmIsa isa;
};
const std::vector<RecordingIsa>& RecordingIsas();

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_CALLS_RECORDING_ISA_H_
