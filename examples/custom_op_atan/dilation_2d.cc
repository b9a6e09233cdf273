// Dilation2D: the maximum of x + filter in each window, per channel.
//   x [batch, height, width, channels], filter [rows, columns, channels]
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "examples/custom_op_atan/atan_ops.h"
#include "examples/custom_op_atan/options.h"
#include "tensorflow/lite/kernels/kernel_util.h"

namespace atan_ops {
namespace {

// Index 0 is the height, index 1 the width.
struct Dilation {
  int stride[2] = {1, 1};
  int rate[2] = {1, 1};
  bool same = true;  // padding
  bool valid_options = false;

  int Reach(int axis, int filter) const {
    return (filter - 1) * rate[axis] + 1;
  }
  int OutputExtent(int axis, int in, int filter) const {
    const int covered = same ? in : in - Reach(axis, filter) + 1;
    return (covered + stride[axis] - 1) / stride[axis];
  }
  int PaddingBefore(int axis, int in, int filter) const {
    if (!same) return 0;
    const int out = OutputExtent(axis, in, filter);
    const int total = (out - 1) * stride[axis] + Reach(axis, filter) - in;
    return std::max(total, 0) / 2;
  }
};

// The two middle elements of [1, height, width, 1]; returns whether they are
// positive.
bool ReadPair(const flexbuffers::Reference& option, int* pair) {
  const std::vector<int> values = ReadInts(option);
  if (values.size() != 4) return false;
  for (int i = 0; i < 2; ++i) {
    pair[i] = values[i + 1];
    if (pair[i] < 1) return false;
  }
  return true;
}

void* Init(TfLiteContext* context, const char* buffer, size_t length) {
  auto* op = new Dilation;
  if (buffer == nullptr || length == 0) return op;
  const auto options =
      flexbuffers::GetRoot(reinterpret_cast<const uint8_t*>(buffer), length)
          .AsMap();
  const std::string padding = options["padding"].AsString().str();
  op->same = padding == "SAME";
  op->valid_options = (op->same || padding == "VALID") &&
                      ReadPair(options["strides"], op->stride) &&
                      ReadPair(options["rates"], op->rate);
  return op;
}

void Free(TfLiteContext* context, void* buffer) {
  delete static_cast<Dilation*>(buffer);
}

TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode* node) {
  const auto& op = *static_cast<const Dilation*>(node->user_data);
  TF_LITE_ENSURE_MSG(context, op.valid_options,
                     "Dilation2D needs strides, rates and padding.");
  TF_LITE_ENSURE_EQ(context, tflite::NumInputs(node), 2);
  TF_LITE_ENSURE_EQ(context, tflite::NumOutputs(node), 1);
  const TfLiteTensor *x, *filter;
  TF_LITE_ENSURE_OK(context, tflite::GetInputSafe(context, node, 0, &x));
  TF_LITE_ENSURE_OK(context, tflite::GetInputSafe(context, node, 1, &filter));
  TfLiteTensor* output;
  TF_LITE_ENSURE_OK(context, tflite::GetOutputSafe(context, node, 0, &output));
  TF_LITE_ENSURE_TYPES_EQ(context, x->type, kTfLiteFloat32);
  TF_LITE_ENSURE_TYPES_EQ(context, filter->type, kTfLiteFloat32);
  TF_LITE_ENSURE_TYPES_EQ(context, output->type, kTfLiteFloat32);
  TF_LITE_ENSURE_EQ(context, tflite::NumDimensions(x), 4);
  TF_LITE_ENSURE_EQ(context, tflite::NumDimensions(filter), 3);
  TF_LITE_ENSURE_EQ(context, x->dims->data[3], filter->dims->data[2]);

  TfLiteIntArray* shape = TfLiteIntArrayCopy(x->dims);
  for (int axis = 0; axis < 2; ++axis) {
    const int extent = op.OutputExtent(axis, x->dims->data[axis + 1],
                                       filter->dims->data[axis]);
    shape->data[axis + 1] = std::max(extent, 0);
  }
  return context->ResizeTensor(context, output, shape);
}

// The maximum of x + filter for a window with its corner at (top, left), for
// one channel of one image: `x` and `f` point to its first elements.
float Greatest(const Dilation& op, const float* x, const int* in,
               const float* f, const int* window, int top, int left) {
  float best = std::numeric_limits<float>::lowest();
  for (int di = 0; di < window[0]; ++di) {
    const int row = top + di * op.rate[0];
    if (row < 0 || row >= in[1]) continue;
    for (int dj = 0; dj < window[1]; ++dj) {
      const int column = left + dj * op.rate[1];
      if (column < 0 || column >= in[2]) continue;
      best = std::max(best, x[(row * in[2] + column) * in[3]] +
                                f[(di * window[1] + dj) * in[3]]);
    }
  }
  return best;
}

TfLiteStatus Eval(TfLiteContext* context, TfLiteNode* node) {
  const auto& op = *static_cast<const Dilation*>(node->user_data);
  const TfLiteTensor *x, *filter;
  TF_LITE_ENSURE_OK(context, tflite::GetInputSafe(context, node, 0, &x));
  TF_LITE_ENSURE_OK(context, tflite::GetInputSafe(context, node, 1, &filter));
  TfLiteTensor* output;
  TF_LITE_ENSURE_OK(context, tflite::GetOutputSafe(context, node, 0, &output));
  const int* in = x->dims->data;
  const int* window = filter->dims->data;
  const int* out = output->dims->data;
  const float* px = tflite::GetTensorData<float>(x);
  const float* pf = tflite::GetTensorData<float>(filter);
  float* py = tflite::GetTensorData<float>(output);
  const int top = op.PaddingBefore(0, in[1], window[0]);
  const int left = op.PaddingBefore(1, in[2], window[1]);

  for (int n = 0; n < out[0]; ++n) {
    for (int i = 0; i < out[1]; ++i) {
      for (int j = 0; j < out[2]; ++j) {
        for (int c = 0; c < out[3]; ++c) {
          *py++ =
              Greatest(op, px + n * in[1] * in[2] * in[3] + c, in, pf + c,
                       window, i * op.stride[0] - top, j * op.stride[1] - left);
        }
      }
    }
  }
  return kTfLiteOk;
}

}  // namespace

const TfLiteRegistration* Register_DILATION_2D() {
  static const TfLiteRegistration r = {Init, Free, Prepare, Eval};
  return &r;
}

}  // namespace atan_ops
