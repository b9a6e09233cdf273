#include "testing/conformance/chain.h"

#include <utility>

namespace tflite {
namespace conformance {

Case Chain(const std::vector<int>& codes, std::vector<int> shape) {
  Case c("Chain", "float32");
  TensorHandle last;
  for (size_t i = 0; i < codes.size(); ++i) {
    c.Op(codes[i]);
    i == 0 ? c.In(kFloat32, std::move(shape)) : c.Same(last);
    (i + 1 == codes.size() ? c.Out(kFloat32) : c.Inner(kFloat32)).As(last);
  }
  return c;
}

}  // namespace conformance
}  // namespace tflite
