#include "delegates/xnnpack/xnnpack_options.h"

#include "delegates/common/delegate_options.h"

namespace tflite::xnnpack {

base::StatusOr<XnnpackOptions> ParseXnnpackOptions(const char* const* keys,
                                                   const char* const* values,
                                                   size_t count) {
  XnnpackOptions options;
  TfLiteXNNPackDelegateOptions& c = options.c;
  int runtime_flags = 0;
  bool qs8 = true, qu8 = true, fp16 = false;
  delegates::DelegateOptionParser parser;
  parser.Add("num_threads", &c.num_threads);
  parser.Add("runtime_flags", &runtime_flags);
  parser.Add("take_float", &options.take_float);
  parser.Add("take_int8", &qs8);
  parser.Add("take_uint8", &qu8);
  parser.Add("force_fp16", &fp16);
  parser.AddCommon(&options.nodes);
  TFLL_RETURN_IF_ERROR(parser.Parse(keys, values, count));
  c.runtime_flags = static_cast<uint32_t>(runtime_flags);
  c.flags = (qs8 ? TFLITE_XNNPACK_DELEGATE_FLAG_QS8 : 0) |
            (qu8 ? TFLITE_XNNPACK_DELEGATE_FLAG_QU8 : 0) |
            (fp16 ? TFLITE_XNNPACK_DELEGATE_FLAG_FORCE_FP16 : 0);
  return options;
}

}  // namespace tflite::xnnpack
