// XNNPACK where it is quicker than the CPU's fast kernels, for every
// interpreter that is built with BuiltinOpResolver in a program that links this
// in.
#include <memory>
#include <string>

#include "delegates/xnnpack/xnnpack_options.h"
#include "kernels/register/library_operators.h"
#include "kernels/register/register.h"

namespace tflite {
namespace {

// What XNNPACK runs by default: the operators on the type, on processors that
// have the feature. Made from the figures of default_bench, which are in
// README.md; where nothing was measured, there is no row.
struct Row {
  bool (*has_feature)();
  TfLiteType type;
  const char* operators;  // in the form of NodeFilter
};

#if defined(__x86_64__)
bool HasAvx512() { return __builtin_cpu_supports("avx512f"); }
#else
bool HasAvx512() { return false; }
#endif

// Tensors between XNNPACK's operators lie beside the interpreter's, so that
// less of both stays in a second-level cache of 1 MiB: beyond this the kernels
// win.
constexpr size_t kLargestOutputBytes = 960 << 10;

constexpr Row kTable[] = {
    // Convolutions and broadcasting arithmetic win; the others stand between
    // them in networks and neither win nor lose.
    {HasAvx512, kTfLiteFloat32,
     "CONV_2D,DEPTHWISE_CONV_2D,ADD,SUB,MUL,DIV,RELU,RELU6,AVERAGE_POOL_2D,"
     "MAX_POOL_2D,PAD"},
};

using DelegatePtr = std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

// Null where the kernels are quicker in everything.
DelegatePtr CreateDefault(TfLiteContext*) {
  XnnpackOptions options;
  options.take_float = false;
  options.c.flags = 0;
  options.largest_output_bytes = kLargestOutputBytes;
  options.meaning_is_known = ops::builtin::IsLibraryOperator;
  for (const Row& row : kTable) {
    if (!row.has_feature()) continue;
    options.take_float |= row.type == kTfLiteFloat32;
    if (row.type == kTfLiteInt8) {
      options.c.flags |= TFLITE_XNNPACK_DELEGATE_FLAG_QS8;
    }
    if (row.type == kTfLiteUInt8) {
      options.c.flags |= TFLITE_XNNPACK_DELEGATE_FLAG_QU8;
    }
    if (!options.nodes.allow.empty()) options.nodes.allow += ",";
    options.nodes.allow += row.operators;
  }
  const bool any = options.take_float || options.c.flags != 0;
  return DelegatePtr(any ? CreateXnnpackDelegate(options) : nullptr,
                     TfLiteXNNPackDelegateDelete);
}

const bool added = ops::builtin::AddDefaultDelegateCreator(CreateDefault);

}  // namespace
}  // namespace tflite
