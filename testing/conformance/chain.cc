#include "testing/conformance/chain.h"

#include <utility>

namespace tflite {
namespace conformance {

Case Chain(const std::vector<int>& codes, std::vector<int> shape,
           const Elements& e) {
  Case c("Chain", e.name);
  TensorHandle last;
  for (size_t i = 0; i < codes.size(); ++i) {
    c.Op(codes[i]);
    i == 0 ? c.In(e, std::move(shape)) : c.Same(last);
    (i + 1 == codes.size() ? c.Out(e) : c.Inner(e)).As(last);
  }
  return c;
}

}  // namespace conformance
}  // namespace tflite
