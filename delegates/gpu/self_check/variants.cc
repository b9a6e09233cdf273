#include "delegates/gpu/self_check/variants.h"

#include <algorithm>
#include <string>
#include <utility>

#include "delegates/gpu/kernels/kernels.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

void AddMoves(std::vector<GpuKernelSpec>* specs) {
  for (const char* type : {"uint", "u4"}) {
    specs->push_back({std::string("move_") + type, {}, {8, 8, 1}});
    specs->push_back({std::string("pad_") + type, {}, {8, 4, 2}});
    specs->push_back({std::string("pad_") + type, {{"MIRROR", 1}}, {8, 4, 2}});
  }
  for (const int32_t lanes : {2, 4}) {
    specs->push_back(
        {"pad_packed", {{"LANES", lanes}, {"MIRROR", 2}}, {64, 1, 1}});
    specs->push_back(
        {"pad_packed", {{"LANES", lanes}, {"KEEP", 1}}, {64, 1, 1}});
  }
  for (const char* type : {"uint", "u4", "packed"}) {
    specs->push_back({std::string("gather_") + type,
                      {{"WIDE", 2}, {"CHECK", 1}},
                      {64, 1, 1}});
    for (const int32_t depth : {1, 5}) {
      specs->push_back(
          {std::string("gather_nd_") + type, {{"DEPTH", depth}}, {64, 1, 1}});
    }
  }
}

void AddLogic(std::vector<GpuKernelSpec>* specs) {
  for (int32_t code = 0; code < 8; ++code) {
    const int32_t type = code < 6 ? code % 4 : 2;
    specs->push_back({"compare", {{"CODE", code}, {"TYPE", type}}, {64, 1, 1}});
  }
  for (int32_t type = 0; type < 5; ++type) {
    specs->push_back(
        {"arg_min_max",
         {{"MAX", type % 2}, {"WIDE", type / 2 % 2}, {"TYPE", type}},
         {64, 1, 1}});
  }
  specs->push_back({"choose_uint", {}, {8, 4, 1}});
  const std::pair<int32_t, int32_t> kCasts[] = {
      {0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 0}, {2, 0}, {3, 0},
      {1, 5}, {5, 1}, {4, 0}, {3, 5}, {5, 4}, {6, 1}, {6, 0},
      {3, 6}, {7, 1}, {1, 7}, {0, 7}, {7, 5}};
  for (const auto& [from, to] : kCasts) {
    specs->push_back({"cast", {{"FROM", from}, {"TO", to}}, {64, 1, 1}});
  }
  specs->push_back({"cumsum_float", {{"EXCLUSIVE", 1}}, {64, 1, 1}});
  specs->push_back({"cumsum_int", {{"REVERSE", 1}}, {64, 1, 1}});
}

void AddConvBytes(const GpuCaps& caps, std::vector<GpuKernelSpec>* specs) {
  for (const int32_t aligned : {0, 1}) {
    for (const int32_t zero : {0, 1}) {
      specs->push_back({"conv_2d_int8",
                        {{"IN4", aligned},
                         {"PIXELS", zero == 0 ? 8 : 1},
                         {"UNSIGNED", zero},
                         {"WEIGHTS_ZERO", zero}},
                        {4, 8, 1}});
      specs->push_back(
          {"conv_2d_int8", {{"IN4", aligned}, {"TRANSPOSED", 1}}, {4, 8, 1}});
    }
  }
  for (const int32_t deep : {4, 8, 16}) {
    const int32_t other = deep == 4;
    specs->push_back({"conv_2d_int8_tile", {{"DEEP", deep}}, {16, 16, 1}});
    specs->push_back({"conv_2d_int8_tile",
                      {{"DEEP", deep},
                       {"WHOLE", 1 - other},
                       {"UNSIGNED", 1 - other},
                       {"WEIGHTS_ZERO", 1}},
                      {16, 16, 1}});
  }
  specs->push_back({"conv_2d_int8_tile",
                    {{"DEEP", 4}, {"WHOLE", 0}, {"UNSIGNED", 1}},
                    {16, 16, 1}});
  if (!caps.int8_dot) return;
  for (size_t i = specs->size(); i-- > 0;) {
    GpuKernelSpec spec = (*specs)[i];
    spec.kernel += "_dot";
    if (GpuKernels().Find(spec.kernel) != nullptr) {
      specs->push_back(std::move(spec));
    }
  }
}

// Whose lanes share loads, as many as can be of the same pixels or as few.
void AddShuffledBytes(uint32_t subgroup_size,
                      std::vector<GpuKernelSpec>* specs) {
  const auto lanes = static_cast<int32_t>(subgroup_size);
  for (const int32_t outs : {1, 2, lanes}) {
    for (const int32_t on : {0, 1}) {
      specs->push_back({"conv_2d_int8_shuffle",
                        {{"LANES", lanes},
                         {"PIXELS", 8 - 4 * on},
                         {"OUTS", outs},
                         {"STEP", on != 0 ? outs : 1},
                         {"IN4", on},
                         {"UNSIGNED", on},
                         {"WEIGHTS_ZERO", 1 - on},
                         {"POINT", outs == 2 ? on : 0}},
                        {subgroup_size, 1, 1}});
    }
  }
}

void AddDepthwiseBytes(std::vector<GpuKernelSpec>* specs) {
  specs->push_back({"depthwise_int8", {{"SINGLE", 1}}, {4, 8, 1}});
  specs->push_back(
      {"depthwise_int8", {{"SINGLE", 0}, {"UNSIGNED", 1}}, {4, 8, 1}});
  for (const int32_t width : {2, 3, 5}) {
    for (const int32_t stride : {1, 2}) {
      const int32_t pixels = 2 * width - stride;
      specs->push_back({"depthwise_row_int8",
                        {{"WIDTH", width},
                         {"STRIDE", stride},
                         {"PIXELS", pixels},
                         {"SPAN", (pixels - 1) * stride + width},
                         {"OUTS", width == 3 ? 2 : 8},
                         {"UNSIGNED", stride - 1}},
                        {8, 1, 1}});
    }
  }
}

void AddPlaces(std::vector<GpuKernelSpec>* specs) {
  for (const int32_t wide : {1, 2}) {
    for (const char* type : {"uint", "u4", "packed"}) {
      specs->push_back(
          {std::string("update_slice_") + type, {{"WIDE", wide}}, {64, 1, 1}});
    }
    specs->push_back(
        {"one_hot", {{"WIDE", wide}, {"WORDS", wide}}, {64, 1, 1}});
    specs->push_back({"reverse_sequence",
                      {{"WIDE", wide}, {"SEQUENCE_FIRST", wide - 1}},
                      {64, 1, 1}});
    specs->push_back(
        {"matrix_diag", {{"KEEP", wide - 1}, {"WORDS", wide}}, {64, 1, 1}});
    specs->push_back(
        {"scatter_slices", {{"WIDE", wide}, {"SKIP", wide - 1}}, {64, 1, 1}});
    specs->push_back({"scatter_bytes", {{"OR", wide - 1}}, {64, 1, 1}});
  }
  for (const int32_t lanes : {2, 4}) {
    specs->push_back({"update_slice_packed", {{"LANES", lanes}}, {64, 1, 1}});
    specs->push_back({"one_hot", {{"LANES", lanes}}, {64, 1, 1}});
    specs->push_back({"reverse_sequence", {{"LANES", lanes}}, {64, 1, 1}});
    specs->push_back({"matrix_diag", {{"LANES", lanes}}, {64, 1, 1}});
  }
  specs->push_back({"scatter_slices", {{"DEPTH", 5}}, {64, 1, 1}});
  for (int32_t kind = 0; kind < 4; ++kind) {
    for (const char* type : {"float", "int"}) {
      specs->push_back(
          {std::string("scatter_join_") + type, {{"KIND", kind}}, {64, 1, 1}});
    }
  }
  for (int32_t type = 0; type < 5; ++type) {
    specs->push_back({"topk_indices", {{"TYPE", type}}, {64, 1, 1}});
  }
}

void AddRecurrent(std::vector<GpuKernelSpec>* specs) {
  specs->push_back({"recurrent_inputs", {}, {64, 1, 1}});
  specs->push_back({"recurrent_sums", {}, {64, 1, 1}});
  specs->push_back({"recurrent_step", {{"ACT", 4}}, {64, 1, 1}});
  specs->push_back({"recurrent_step", {{"BASE", 0}}, {64, 1, 1}});
  specs->push_back({"recurrent_sums_int8", {}, {64, 1, 1}});
  specs->push_back({"recurrent_sums_int8", {{"BASE", 1}}, {64, 1, 1}});
  specs->push_back({"recurrent_step_int8", {}, {64, 1, 1}});
  for (const char* kernel : {"lstm_cells", "lstm_cells_int8"}) {
    for (const int32_t gates : {3, 4}) {
      for (const int32_t norm : {0, 1}) {
        specs->push_back(
            {kernel,
             {{"GATES", gates}, {"NORM", norm}, {"PEEPHOLE", gates == 4}},
             {64, 1, 1}});
      }
    }
  }
  for (const char* kernel :
       {"svdf_filters", "svdf_units", "svdf_shift_int16", "svdf_units_int16"}) {
    specs->push_back({kernel, {}, {64, 1, 1}});
  }
  const std::pair<int32_t, int32_t> kRequantized[] = {
      {7, 3}, {7, 1}, {7, 7}, {2, 7}, {3, 1}};
  for (const auto& [from, to] : kRequantized) {
    specs->push_back(
        {"requantize_stored", {{"FROM", from}, {"TO", to}}, {64, 1, 1}});
  }
}

void AddProducts(const GpuCaps& caps, std::vector<GpuKernelSpec>* specs) {
  specs->push_back({"matmul", {}, {8, 8, 1}});
  for (const int32_t i : {0, 1, 2, 3}) {
    const int32_t x = i % 2, y = i / 2;
    for (const char* unit : {"f4", "float"}) {
      const int32_t fours = unit[1] == '4';
      specs->push_back({StrCat("matmul_tile_", unit),
                        {{"ROWS", x == y ? 8 : 4},
                         {"A_ROWS", x},
                         {"B_DEPTH", y},
                         {"LHS4", fours != 0 && x == 0},
                         {"RHS4", fours != 0 && y == 0}},
                        {16, 8, 1}});
      specs->push_back({StrCat("conv_2d_split_k_", unit),
                        {{"PIXELS", 1 << i}, {"LANES", 4}, {"SLICES", 32}},
                        {4, 32, 1}});
      if (caps.subgroup_shuffle && caps.subgroup_size <= 16) {
        specs->push_back({StrCat("matmul_shuffle_", unit),
                          {{"LANES", static_cast<int32_t>(caps.subgroup_size)},
                           {"ROWS", x == y ? 16 : 4},
                           {"RHS4", y == 0 ? fours : x},
                           {"B_DEPTH", y}},
                          {caps.subgroup_size, 1, 1}});
      }
    }
  }
  specs->push_back({"conv_2d_split_k_f4",
                    {{"PIXELS", 8}, {"LANES", 1}, {"SLICES", 128}},
                    {1, 128, 1}});
  if (caps.backend == GpuBackend::kOpenCl) {
    specs->push_back({"matmul_v16", {{"ROWS", 8}, {"WIDE", 2}}, {1, 1, 1}});
    specs->push_back({"matmul_v16", {{"ROWS", 1}, {"WIDE", 1}}, {1, 1, 1}});
    specs->push_back({"matmul_dot_v16", {}, {1, 1, 1}});
  }
}
}  // namespace

std::vector<GpuKernelSpec> Variants(const GpuCaps& caps) {
  std::vector<GpuKernelSpec> specs = {
      {"map_float", {}, {64, 1, 1}},
      {"map_f4", {{"POST0", 1}}, {64, 1, 1}},
      {"broadcast", {{"CODE", 40}}, {64, 1, 1}},
      {"conv_2d_float", {}, {8, 8, 1}},
      {"conv_2d_f4", {{"IN4", 1}}, {8, 4, 1}},
      {"conv_2d_f4", {{"IN4", 0}}, {4, 8, 1}},
      {"conv_2d_tile_f4", {{"IN4", 1}}, {16, 8, 1}},
      {"conv_2d_tile_f4", {{"IN4", 0}}, {16, 8, 1}},
      {"conv_2d_tile_float", {{"IN4", 1}}, {16, 8, 1}},
      {"conv_2d_tile_float", {{"IN4", 0}}, {16, 8, 1}},
      {"depthwise_float", {}, {64, 1, 1}},
      {"depthwise_f4", {}, {8, 4, 1}},
      {"depthwise_row_f4", {{"WIDTH", 3}}, {8, 4, 1}},
      {"pool_float", {{"KIND", 0}}, {64, 1, 1}},
      {"pool_f4", {{"KIND", 1}}, {64, 1, 1}},
      {"reduce_float", {{"KIND", 1}}, {64, 1, 1}},
      {"reduce_float", {{"KIND", 2}}, {64, 1, 1}},
      {"reduce_int", {{"KIND", 0}}, {64, 1, 1}},
      {"reduce_int", {{"KIND", 3}}, {64, 1, 1}},
      {"reduce_group", {{"KIND", 0}}, {64, 1, 1}},
      {"reduce_group", {{"KIND", 4}}, {64, 1, 1}},
      {"softmax", {}, {64, 1, 1}},
      {"softmax_group", {}, {64, 1, 1}},
      {"range_of_parts", {}, {64, 1, 1}},
      {"quantize_rows", {}, {64, 1, 1}},
      {"binary_bytes", {{"FORM", 0}, {"DENSE", 0}}, {64, 1, 1}},
      {"binary_bytes", {{"FORM", 0}, {"SUBTRACT", 1}}, {64, 1, 1}},
      {"binary_bytes", {{"FORM", 1}}, {64, 1, 1}},
      {"binary_bytes", {{"FORM", 2}, {"SIGNED", 0}}, {64, 1, 1}},
      {"binary_bytes", {{"FORM", 8}}, {64, 1, 1}},
      {"binary_bytes", {{"FORM", 9}, {"DENSE", 0}}, {64, 1, 1}},
      {"byte_pairs", {{"DENSE", 1}}, {64, 1, 1}},
      {"byte_pairs", {{"DENSE", 0}}, {64, 1, 1}},
      {"reduce_bytes", {{"WORDS", 1}}, {64, 1, 1}},
      {"reduce_bytes", {{"WORDS", 0}, {"SIGNED", 0}}, {64, 1, 1}},
      {"matmul_bytes", {}, {64, 1, 1}},
      {"binary_int", {{"CODE", 32}}, {4, 4, 1}},
      {"resize_bilinear_float", {}, {64, 1, 1}},
      {"resize_bilinear_f4", {}, {64, 1, 1}},
      {"resize_bilinear_bytes", {}, {64, 1, 1}},
      {"resize_bilinear_bytes", {{"SIGNED", 1}}, {64, 1, 1}},
      {"resize_nearest_uint", {}, {64, 1, 1}},
      {"resize_nearest_u4", {}, {64, 1, 1}},
      {"transpose_conv", {}, {64, 1, 1}},
      {"pool_bytes", {{"KIND", 0}}, {64, 1, 1}},
      {"pool_bytes", {{"KIND", 1}, {"SIGNED", 1}}, {64, 1, 1}},
      {"byte_table", {}, {64, 1, 1}},
      {"quantize", {}, {64, 1, 1}},
      {"dequantize", {}, {64, 1, 1}},
      {"dequantize", {{"SIGNED", 1}}, {64, 1, 1}},
      {"quantize", {{"SHORTS", 1}}, {64, 1, 1}},
      {"dequantize", {{"SHORTS", 1}}, {64, 1, 1}},
  };
  AddMoves(&specs);
  AddLogic(&specs);
  AddPlaces(&specs);
  AddRecurrent(&specs);
  AddProducts(caps, &specs);
  for (const char* kernel : {"rfft_rows", "fft_columns"}) {
    specs.push_back({kernel, {{"SIZE", 64}}, {64, 1, 1}});
  }
  specs.push_back({"complex_part", {{"PART", 1}}, {64, 1, 1}});
  AddConvBytes(caps, &specs);
  AddDepthwiseBytes(&specs);
  if (caps.backend == GpuBackend::kOpenCl) {
    specs.push_back(
        {"conv_2d_v16", {{"WIDE", 2}, {"PIXELS", 8}, {"TAIL", 1}}, {1, 1, 1}});
    specs.push_back(
        {"conv_2d_v16", {{"WIDE", 1}, {"PIXELS", 1}, {"TAIL", 0}}, {1, 1, 1}});
    specs.push_back({"depthwise_v16", {}, {1, 1, 1}});
    for (const int32_t on : {0, 1}) {
      specs.push_back({"conv_2d_int8_v16",
                       {{"WIDE", 2 - on},
                        {"PIXELS", on == 0 ? 8 : 1},
                        {"TAIL", on},
                        {"UNSIGNED", on}},
                       {1, 1, 1}});
      specs.push_back({"depthwise_int8_v16", {{"UNSIGNED", on}}, {1, 1, 1}});
    }
  }
  if (caps.subgroup_shuffle && caps.subgroup_size <= 16) {
    AddShuffledBytes(caps.subgroup_size, &specs);
    const auto lanes = static_cast<int32_t>(caps.subgroup_size);
    for (const int32_t wide : {1, 2}) {
      for (const int32_t point : {0, 1}) {
        specs.push_back({"conv_2d_shuffle",
                         {{"LANES", lanes},
                          {"PIXELS", wide == 2 ? 16 : 4},
                          {"WIDE", wide},
                          {"POINT", point}},
                         {caps.subgroup_size, 1, 1}});
      }
    }
  }
  return specs;
}

std::vector<GpuKernelSpec> HalfVariants(const GpuCaps& caps) {
  if (!caps.fp16_storage) return {};
  std::vector<GpuKernelSpec> specs = Variants(caps);
  specs.push_back({"choose_real", {}, {8, 4, 1}});
  specs.push_back({"resize_nearest_real", {}, {64, 1, 1}});
  for (GpuKernelSpec& spec : specs) spec.kernel += "_half";
  // Kernels of integers have none.
  specs.erase(std::remove_if(specs.begin(), specs.end(),
                             [](const GpuKernelSpec& spec) {
                               return GpuKernels().Find(spec.kernel) == nullptr;
                             }),
              specs.end());
  return specs;
}

}  // namespace tflite::gpu
