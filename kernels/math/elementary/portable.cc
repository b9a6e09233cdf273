#include "kernels/math/elementary/loops.h"

namespace tflite::kernels {

const ElementaryLoops* ElementaryPortable() { return &kLoops; }

}  // namespace tflite::kernels
