#include "delegates/edgetpu/compiler/parameters.h"

#include <algorithm>

#include "delegates/edgetpu/isa/encoding.h"

namespace tflite::edgetpu {

void Parameters::Reserve(uint64_t bytes) {
  reserved_ = program_.memory.store = bytes;
}

Address Parameters::Add(const std::vector<uint8_t>& bytes) {
  const Address host = {Space::kParameters, 0,
                        static_cast<uint32_t>(program_.parameters.size())};
  program_.parameters.insert(program_.parameters.end(), bytes.begin(),
                             bytes.end());
  program_.memory.parameters = program_.parameters.size();
  const auto room =
      static_cast<uint64_t>(program_.target.parameter_store_bytes);
  if (bytes.size() > room - program_.memory.store) {
    streamed_ += bytes.size();
    return host;
  }
  const Address store = {Space::kStore, 0,
                         static_cast<uint32_t>(program_.memory.store)};
  program_.memory.store += bytes.size();
  // A transfer moves rows of a limited length.
  constexpr uint32_t kRow = 1u << 20;
  for (uint32_t at = 0; at < bytes.size(); at += kRow) {
    Dma d;
    d.from = host;
    d.to = store;
    d.from.offset += at;
    d.to.offset += at;
    d.row_bytes = std::min(kRow, static_cast<uint32_t>(bytes.size()) - at);
    AppendInstruction(d, &program_.load_code);
  }
  return store;
}

}  // namespace tflite::edgetpu
