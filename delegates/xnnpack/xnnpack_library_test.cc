// How the library is asked which operations it supports. Its answers show few
// mistakes in these calls: it looks at types, and at little else.
#include "delegates/xnnpack/xnnpack_library.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <type_traits>

#include "delegates/common/cache/stable_hash.h"
#include "delegates/xnnpack/xnnpack_device.h"
#include "gtest/gtest.h"

namespace tflite::xnnpack {
namespace {

struct Calls {
  std::string text;  // for messages
  uint64_t digest = 0;
};
std::map<std::string, Calls> g_calls;  // by function

// A function of the library that adds its arguments to a digest: numbers, and
// the dimensions of tensors.
template <typename Name, typename Function>
struct Recorded;
template <typename Name, typename R, typename... Args>
struct Recorded<Name, R (*)(Args...)> {
  static inline R (*real)(Args...) = nullptr;

  static R Call(Args... args) {
    std::string text = "(";
    size_t count = 0;  // of the elements of an array that comes next
    const auto add = [&](const auto& x) {
      using T = std::decay_t<decltype(x)>;
      if constexpr (std::is_same_v<T, const size_t*>) {
        for (size_t i = 0; x != nullptr && i < count; ++i) {
          text += std::to_string(x[i]) + "x ";
        }
      } else if constexpr (std::is_pointer_v<T>) {
        text += x == nullptr ? "null " : "pointer ";
      } else {
        text += std::to_string(x) + " ";
        if constexpr (std::is_same_v<T, size_t>) count = x;
      }
    };
    (add(args), ...);
    Calls& calls = g_calls[Name::Get()];
    calls.text += text + ")";
    calls.digest =
        delegates::StableHash(text.data(), text.size(), calls.digest);
    return real(args...);
  }
};

#define TFLL_NAME(name)                        \
  struct name##Name {                          \
    static const char* Get() { return #name; } \
  };
TFLL_XNN_FUNCTIONS(TFLL_NAME)
#undef TFLL_NAME

void RecordCalls() {
#define TFLL_RECORD(name)                                  \
  {                                                        \
    using Function = Recorded<name##Name, decltype(name)>; \
    Function::real = name;                                 \
    name = &Function::Call;                                \
  }
  TFLL_XNN_FUNCTIONS(TFLL_RECORD)
#undef TFLL_RECORD
}

const std::map<std::string, uint64_t> kRecorded = {
    {"xnn_define_abs", 0x4bd5d18963c4459a},
    {"xnn_define_add2", 0x08b2aeb1458315d4},
    {"xnn_define_average_pooling_2d", 0xa0442fc8176fd555},
    {"xnn_define_bankers_rounding", 0x4bd5d18963c4459a},
    {"xnn_define_ceiling", 0x4bd5d18963c4459a},
    {"xnn_define_clamp", 0x6014bf5465c99a68},
    {"xnn_define_convert", 0xe2316394a3bc6438},
    {"xnn_define_convolution_2d", 0x5167e8dd2b35b3d2},
    {"xnn_define_deconvolution_2d", 0x2a7d5a0e622d6182},
    {"xnn_define_depthwise_convolution_2d", 0x5390e128ad7b070f},
    {"xnn_define_divide", 0x08b2aeb1458315d4},
    {"xnn_define_elu", 0x55689258ac26cfc5},
    {"xnn_define_floor", 0x4bd5d18963c4459a},
    {"xnn_define_fully_connected", 0x4c4ef90df5ee1eef},
    {"xnn_define_global_average_pooling_2d",
     kKeepDimensions == 0 ? 0xb08736f74380af8a : 0x3adc0b88cc878d33},
    {"xnn_define_hardswish", 0x4bd5d18963c4459a},
    {"xnn_define_leaky_relu", 0xbceb37b043c92997},
    {"xnn_define_max_pooling_2d", 0x2773471c5300f3a8},
    {"xnn_define_maximum2", 0x57610e1a1dcfd035},
    {"xnn_define_minimum2", 0x57610e1a1dcfd035},
    {"xnn_define_multiply2", 0x08b2aeb1458315d4},
    {"xnn_define_negate", 0x4bd5d18963c4459a},
    {"xnn_define_prelu", 0x57610e1a1dcfd035},
    {"xnn_define_sigmoid", 0x4bd5d18963c4459a},
    {"xnn_define_softmax", 0x4bd5d18963c4459a},
    {"xnn_define_square", 0x4bd5d18963c4459a},
    {"xnn_define_square_root", 0x4bd5d18963c4459a},
    {"xnn_define_squared_difference", 0x57610e1a1dcfd035},
    {"xnn_define_static_constant_pad", 0x3c46d896e34edb1f},
    {"xnn_define_static_reshape", 0x8016ad732552d45e},
    {"xnn_define_static_resize_bilinear_2d", 0x27a23fe0b45c34dc},
    {"xnn_define_subtract", 0x08b2aeb1458315d4},
// How many values there are depends on what a release has.
#if TFLL_HAS_xnn_define_depth_to_space && !TFLL_HAS_xnn_define_concatenate2 && \
    !TFLL_HAS_xnn_define_even_split2 &&                                        \
    !TFLL_HAS_xnn_define_static_transpose && !TFLL_HAS_xnn_define_tanh
    {"xnn_define_channelwise_quantized_tensor_value", 0x3ce4333e6f684a65},
    {"xnn_define_depth_to_space", 0x4e2d23063cb6653f},
    {"xnn_define_quantized_tensor_value", 0x97edf130a1ed9d10},
    {"xnn_define_tensor_value", 0x7aba4d6718363ce5},
#endif
};

TEST(LibraryOperations, AskWithTheRecordedCalls) {
  const base::Status status = InitializeXnnpack();
  if (!status.ok()) GTEST_SKIP() << "not run: " << status;
  RecordCalls();
  const LibraryOperations operations;
  EXPECT_TRUE(operations.Has(XnnOp::kAdd, XnnType::kFloat32));
  for (const auto& [name, digest] : kRecorded) {
    EXPECT_EQ(g_calls[name].digest, digest) << name << g_calls[name].text;
  }
}

// Operations by whether a release has them for FLOAT32, INT8 and UINT8, as
// digits. All others are "111".
using Answers = std::map<std::string, std::set<XnnOp>>;

// By the library's name.
std::map<std::string, Answers> KnownReleases() {
  using Op = XnnOp;
  return {
      {"libXNNPACK.so.0",
       {{"000",
         {Op::kConcatenate, Op::kSplit, Op::kTanh, Op::kTranspose,
          Op::kDeconvPerChannel, Op::kFullyConnectedPerChannel}},
        {"010", {Op::kConvPerChannel, Op::kDepthwisePerChannel}},
        {"011", {Op::kConvert}},
        {"100",
         {Op::kAbs, Op::kAveragePool, Op::kCeil, Op::kDepthToSpace, Op::kDivide,
          Op::kFloor, Op::kHardSwish, Op::kLeakyRelu, Op::kMaximum,
          Op::kMinimum, Op::kNegate, Op::kPrelu, Op::kRound, Op::kSoftmax,
          Op::kSquare, Op::kSquaredDifference, Op::kSquareRoot}},
        {"110", {Op::kElu}}}},
      {"libXNNPACK.so.0.20241108",
       {{"000", {Op::kMaxPoolApart}},
        {"010",
         {Op::kConvPerChannel, Op::kDepthwisePerChannel, Op::kDeconvPerChannel,
          Op::kFullyConnectedPerChannel}},
        {"011", {Op::kConvert}},
        {"100", {Op::kAveragePool, Op::kSoftmax}}}},
  };
}

TEST(LibraryOperations, AreThoseOfTheRelease) {
  const base::Status status = InitializeXnnpack();
  if (!status.ok()) GTEST_SKIP() << "not run: " << status;
  const auto releases = KnownReleases();
  const auto release = releases.find(TFLL_XNNPACK_SONAME);
  if (release == releases.end()) GTEST_SKIP() << "no list for this release";
  std::map<XnnOp, std::string> listed;
  for (const auto& [digits, ops] : release->second) {
    for (const XnnOp op : ops) listed[op] = digits;
  }
  const LibraryOperations operations;
  for (int i = 0; i < static_cast<int>(XnnOp::kCount); ++i) {
    const auto op = static_cast<XnnOp>(i);
    std::string has;
    for (const XnnType type :
         {XnnType::kFloat32, XnnType::kQint8, XnnType::kQuint8}) {
      has += operations.Has(op, type) ? '1' : '0';
    }
    EXPECT_EQ(has, listed.count(op) > 0 ? listed[op] : "111") << "XnnOp " << i;
  }
}

}  // namespace
}  // namespace tflite::xnnpack
