// The namespaces of the project and which of them see which. Included by every
// header of base.
//
//   tflite             the names that TensorFlow Lite has there: Interpreter,
//                      FlatBufferModel, SimpleDelegateInterface, kernel_util
//   tflite::base       what all layers share: Status, Shape, NodeView
//   tflite::schema     reading and checking of model files
//   tflite::core       the parts of an interpreter
//   tflite::kernels    operators: their meaning and their evaluation
//   tflite::delegates  what back-ends are written against
//   tflite::<d>        the back-end of delegates/<d>
//
// A layer uses the names of the layers below it without qualification. A
// back-end does the same after this line in the headers that need it:
//
//   namespace tflite::acme {
//   using namespace delegates;
#ifndef TENSORFLOW_LITE_LITE_BASE_NAMESPACES_H_
#define TENSORFLOW_LITE_LITE_BASE_NAMESPACES_H_

namespace tflite {

namespace base {}

namespace schema {
using namespace base;
}

namespace core {
using namespace schema;
}

namespace kernels {
using namespace base;
}

namespace delegates {
using namespace kernels;
}

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_BASE_NAMESPACES_H_
