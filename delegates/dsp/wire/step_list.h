// TFLL_DSP_STEPS(X) expands to X(Name) for every opcode kName, whose params are
// NameParams.
#ifndef DELEGATES_DSP_WIRE_STEP_LIST_H_
#define DELEGATES_DSP_WIRE_STEP_LIST_H_

#define TFLL_DSP_STEPS(X) \
  X(Conv2d)               \
  X(DepthwiseConv2d)      \
  X(FullyConnected)       \
  X(TransposeConv)        \
  X(Pool)                 \
  X(Binary)               \
  X(Map)                  \
  X(Copy)                 \
  X(Fill)                 \
  X(Take)                 \
  X(ResizeBilinear)       \
  X(Reduce)               \
  X(Softmax)              \
  X(L2Normalization)      \
  X(ArgMinMax)            \
  X(Lstm)                 \
  X(Svdf)

#endif  // DELEGATES_DSP_WIRE_STEP_LIST_H_
