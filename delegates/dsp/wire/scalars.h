#ifndef DELEGATES_DSP_WIRE_SCALARS_H_
#define DELEGATES_DSP_WIRE_SCALARS_H_

#include <stddef.h>
#include <stdint.h>

// A FastRPC call consists of a handle, a word with the method and the numbers
// of buffers, and the buffers, inputs first.
namespace tflite::dsp {

// remote_arg of FastRPC.
union RemoteArg {
  struct {
    void* data;
    size_t bytes;
  } buffer;
  uint32_t handle;
  uint64_t handle64;
  struct {
    int32_t fd;
    uint32_t offset;
  } dma;
};

constexpr uint32_t MakeScalars(uint32_t method, uint32_t inputs,
                               uint32_t outputs) {
  return (method & 31) << 24 | (inputs & 255) << 16 | (outputs & 255) << 8;
}
constexpr uint32_t MethodOf(uint32_t scalars) { return scalars >> 24 & 31; }
constexpr uint32_t InputsOf(uint32_t scalars) { return scalars >> 16 & 255; }
constexpr uint32_t OutputsOf(uint32_t scalars) { return scalars >> 8 & 255; }
// The number of handles, which no method here accepts.
constexpr uint32_t HandlesOf(uint32_t scalars) { return scalars & 255; }

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_WIRE_SCALARS_H_
