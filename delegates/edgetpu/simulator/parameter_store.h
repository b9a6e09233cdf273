#ifndef DELEGATES_EDGETPU_SIMULATOR_PARAMETER_STORE_H_
#define DELEGATES_EDGETPU_SIMULATOR_PARAMETER_STORE_H_

#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <vector>

#include "delegates/edgetpu/simulator/store_use.h"

namespace tflite::edgetpu {

// The parameter store of a device, shared by the programs on it, which run one
// at a time. Parameters stay while programs of one caching token run
// (Program::caching_token); a program of another token, or without one, takes
// the whole store. Whatever tokens say, a program loads its parameters again
// after another one has written where they were.
class ParameterStore {
 public:
  // A program is about to run. True if it has to load its parameters, because
  // others may have overwritten them; false if they are still there.
  bool Enter(uint64_t caching_token, uint64_t program, const StoreUse& use);

  // At least so many bytes; new ones are 0. False if the host has not enough
  // memory. Moves the bytes.
  bool Grow(uint64_t size);
  uint8_t* bytes() { return bytes_.get(); }

 private:
  struct Free {
    void operator()(uint8_t* bytes) const { std::free(bytes); }
  };

  std::unique_ptr<uint8_t, Free> bytes_;
  uint64_t size_ = 0;
  uint64_t caching_token_ = 0;
  // By program, where its parameters are.
  std::map<uint64_t, std::vector<StoreRange>> loaded_;
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_SIMULATOR_PARAMETER_STORE_H_
