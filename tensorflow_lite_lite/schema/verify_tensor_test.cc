#include "tensorflow_lite_lite/schema/verify_tensor.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/verifier.h"
#include "testing/fault/small_model.h"

namespace tflite::schema {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr int32_t kMaxInt = 0x7fffffff;

// Verifies the model, followed by `padding` bytes.
std::string Problem(const ModelT& model, size_t padding = 0) {
  const std::string file = fault::Pack(model) + std::string(padding, '\0');
  const auto bytes = absl::MakeConstSpan(
      reinterpret_cast<const uint8_t*>(file.data()), file.size());
  return std::string(VerifyModel({GetModel(file.data()), bytes}).message());
}

// Verifies AddModel with a modified constant.
std::string ProblemOfConstant(const std::function<void(TensorT*)>& change) {
  ModelT model = fault::AddModel();
  change(model.subgraphs[0]->tensors[1].get());
  return Problem(model);
}

// Verifies AddModel with one more constant.
std::string ProblemWith(TensorType type, const std::vector<int32_t>& shape,
                        const std::vector<uint8_t>& contents) {
  ModelT model = fault::AddModel();
  fault::AddConstant(&model, 0, "k", type, shape, contents);
  return Problem(model);
}

TEST(VerifyTensor, NamesSubgraphAndTensor) {
  EXPECT_EQ(ProblemOfConstant([](TensorT* t) {
              t->shape = {2, -3};
            }),
            "subgraph 0 'main': tensor 1 'c': dimension 1 is negative: -3");
}

// Unaligned contents are copied, once for all tensors that use them.
TEST(VerifyTensor, LimitsTheCopiesOfContents) {
  constexpr uint64_t kBytes = 1 << 16;
  for (const bool shared : {false, true}) {
    ModelT model = fault::AddModel();
    for (uint64_t i = 0; i < 40; ++i) {
      fault::AddConstant(&model, 0, "k", TensorType_FLOAT32, {1}, {});
      model.buffers.back()->offset = shared ? 3 : 3 + 4 * i;
      model.buffers.back()->size = kBytes;
    }
    const std::string problem = Problem(model, kBytes);
    if (shared) {
      EXPECT_EQ(problem, "");
    } else {
      EXPECT_THAT(problem, HasSubstr("more elements in total"));
    }
  }
}

TEST(VerifyTensor, CutsAndEscapesNames) {
  const std::string message = ProblemOfConstant([](TensorT* t) {
    t->name = "\n" + std::string(1000, 'x');
    t->shape = {-1};
  });
  EXPECT_THAT(message, HasSubstr("'\\nxxx"));
  EXPECT_THAT(message, HasSubstr("x...'"));
  EXPECT_LT(message.size(), 200u);
}

TEST(VerifyTensor, RejectsUnknownType) {
  EXPECT_THAT(ProblemOfConstant(
                  [](TensorT* t) { t->type = static_cast<TensorType>(23); }),
              HasSubstr("its type 23 is unknown"));
  EXPECT_THAT(ProblemOfConstant(
                  [](TensorT* t) { t->type = static_cast<TensorType>(-1); }),
              HasSubstr("its type -1 is unknown"));
}

TEST(VerifyTensor, RejectsShapesThatOverflow) {
  EXPECT_THAT(ProblemOfConstant([](TensorT* t) {
                t->shape = {kMaxInt, kMaxInt, kMaxInt};
              }),
              HasSubstr("too many elements"));
  // 0 elements, but products of the other dimensions overflow.
  EXPECT_THAT(ProblemOfConstant([](TensorT* t) {
                t->shape = {0, kMaxInt, kMaxInt, kMaxInt};
              }),
              HasSubstr("too many elements"));
  EXPECT_THAT(ProblemOfConstant([](TensorT* t) {
                t->shape = {1 << 30, 1 << 29};
                t->type = TensorType_COMPLEX128;
              }),
              HasSubstr("too many bytes"));
}

// With one more INT_MAX, the size of a part of the shape would overflow.
TEST(VerifyTensor, AcceptsHugeExtentsBesideZero) {
  ModelT model = fault::AddModel();
  model.subgraphs[0]->tensors[2]->shape = {0, 1, kMaxInt, kMaxInt};
  EXPECT_EQ(Problem(model), "");
}

// The signature is never compared with the shape.
TEST(VerifyTensor, AcceptsAnyShapeSignature) {
  for (const auto& signature :
       {std::vector<int32_t>{-1, 3}, {-1}, {2, -2}, {1, 2, 3}}) {
    EXPECT_EQ(
        ProblemOfConstant([&](TensorT* t) { t->shape_signature = signature; }),
        "");
  }
}

TEST(VerifyTensor, ChecksBufferIndex) {
  EXPECT_THAT(ProblemOfConstant([](TensorT* t) { t->buffer = 2; }),
              HasSubstr("there is no buffer 2: the model has 2"));
}

TEST(VerifyTensor, ChecksConstantSize) {
  EXPECT_THAT(ProblemWith(TensorType_FLOAT32, {2, 2}, std::vector<uint8_t>(15)),
              HasSubstr("buffer 2 has 15 bytes, shape and type need 16"));
  EXPECT_EQ(ProblemWith(TensorType_FLOAT32, {2, 2}, std::vector<uint8_t>(16)),
            "");
  // Padding after the contents.
  EXPECT_EQ(ProblemWith(TensorType_FLOAT32, {2, 2}, std::vector<uint8_t>(17)),
            "");
  EXPECT_EQ(ProblemWith(TensorType_FLOAT32, {0, 2}, {}), "");
}

TEST(VerifyTensor, CountsBitsOfSmallTypes) {
  EXPECT_EQ(ProblemWith(TensorType_INT4, {3}, {1, 2}), "");
  EXPECT_THAT(ProblemWith(TensorType_INT4, {5}, {1, 2}),
              HasSubstr("shape and type need 3"));
  EXPECT_EQ(ProblemWith(TensorType_INT2, {8}, {1, 2}), "");
  EXPECT_THAT(ProblemWith(TensorType_INT2, {9}, {1, 2}),
              HasSubstr("shape and type need 3"));
}

TEST(VerifyTensor, ChecksStrings) {
  const auto good = fault::StringContents({"ab", "", "c"});
  EXPECT_EQ(ProblemWith(TensorType_STRING, {3}, good), "");
  EXPECT_THAT(ProblemWith(TensorType_STRING, {2}, good),
              HasSubstr("it holds 3 strings, its shape has 2"));
  EXPECT_THAT(ProblemWith(TensorType_STRING, {3}, {3, 0, 0}),
              HasSubstr("are not a valid string table"));
  EXPECT_THAT(ProblemWith(TensorType_STRING, {3}, {3, 0, 0, 0, 20, 0, 0, 0}),
              HasSubstr("are not a valid string table"));
  auto negative = good;
  negative[3] = 0x80;
  EXPECT_THAT(ProblemWith(TensorType_STRING, {3}, negative),
              HasSubstr("are not a valid string table"));
  auto descending = good;
  descending[8] = 1;
  EXPECT_THAT(ProblemWith(TensorType_STRING, {3}, descending),
              HasSubstr("string 1 begins at 1"));
  auto beyond = good;
  beyond[16] = 200;
  EXPECT_THAT(ProblemWith(TensorType_STRING, {3}, beyond),
              HasSubstr("string 3 begins at 200"));
}

// Converted to 0 or 1 when constants are read.
TEST(VerifyTensor, AcceptsAnyBools) {
  EXPECT_EQ(ProblemWith(TensorType_BOOL, {3}, {0, 1, 2}), "");
}

TEST(VerifyTensor, RejectsConstantResources) {
  EXPECT_THAT(ProblemWith(TensorType_RESOURCE, {1}, {0, 0, 0, 0}),
              HasSubstr("type RESOURCE cannot have constant contents"));
}

std::string ProblemOfQuantization(
    const std::function<void(QuantizationParametersT*)>& fill) {
  return ProblemOfConstant([&](TensorT* t) {
    t->quantization = std::make_unique<QuantizationParametersT>();
    fill(t->quantization.get());
  });
}

TEST(VerifyTensor, ChecksAffineQuantization) {
  EXPECT_EQ(ProblemOfQuantization([](QuantizationParametersT* q) {
              q->scale = {1, 2, 3};
              q->zero_point = {0, 0, 0};
              q->quantized_dimension = 1;
            }),
            "");
  EXPECT_THAT(ProblemOfQuantization([](QuantizationParametersT* q) {
                q->scale = {1, 2, 3};
                q->zero_point = {0};
                q->quantized_dimension = 1;
              }),
              HasSubstr("quantization has 1 zero points and 3 scales"));
  EXPECT_THAT(ProblemOfQuantization([](QuantizationParametersT* q) {
                q->scale = {1, 2, 3};
                q->zero_point = {0, 0, 0};
              }),
              HasSubstr("3 scales for the 2 slices of dimension 0"));
  EXPECT_THAT(ProblemOfQuantization([](QuantizationParametersT* q) {
                q->scale = {1};
                q->zero_point = {int64_t{1} << 32};
              }),
              HasSubstr("zero point 0 does not fit 32 bits: 4294967296"));
  for (const int dim : {-1, 2}) {
    EXPECT_THAT(ProblemOfQuantization([dim](QuantizationParametersT* q) {
                  q->scale = {1, 2, 3};
                  q->zero_point = {0, 0, 0};
                  q->quantized_dimension = dim;
                }),
                HasSubstr("in a tensor of rank 2"));
  }
}

// Some writers store an arbitrary dimension with a single scale.
TEST(VerifyTensor, IgnoresDimensionOfSingleScale) {
  EXPECT_EQ(ProblemOfQuantization([](QuantizationParametersT* q) {
              q->scale = {1};
              q->zero_point = {0};
              q->quantized_dimension = 7;
            }),
            "");
}

TEST(VerifyTensor, ChecksBlockwiseQuantization) {
  const auto problem = [](int scales, int zero_points, int block_size) {
    return ProblemOfQuantization([=](QuantizationParametersT* q) {
      BlockwiseQuantizationT blockwise;
      blockwise.scales = scales;
      blockwise.zero_points = zero_points;
      blockwise.block_size = block_size;
      q->details.Set(std::move(blockwise));
    });
  };
  EXPECT_EQ(problem(0, -1, 32), "");
  EXPECT_THAT(problem(3, -1, 32), HasSubstr("scales is tensor 3"));
  EXPECT_THAT(problem(-1, -1, 32), HasSubstr("scales is tensor -1"));
  EXPECT_THAT(problem(0, 3, 32), HasSubstr("zero_points is tensor 3"));
  EXPECT_THAT(problem(0, 0, -2), HasSubstr("block_size is negative: -2"));
}

TEST(VerifyTensor, ChecksMultiAxisQuantization) {
  const auto problem = [](int scales, int dimension) {
    return ProblemOfQuantization([=](QuantizationParametersT* q) {
      MultiAxisQuantizationT axes;
      axes.scales = scales;
      axes.quantized_dimensions = {0, dimension};
      q->details.Set(std::move(axes));
    });
  };
  EXPECT_EQ(problem(0, 1), "");
  EXPECT_THAT(problem(5, 1), HasSubstr("scales is tensor 5"));
  EXPECT_THAT(problem(0, 2), HasSubstr("quantized dimension 2"));
}

TEST(VerifyTensor, ChecksSparseContents) {
  const auto problem = [](int stored_bytes) {
    ModelT model = fault::AddModel();
    const int k = fault::AddConstant(&model, 0, "k", TensorType_FLOAT32, {4},
                                     std::vector<uint8_t>(stored_bytes));
    auto sparsity = std::make_unique<SparsityParametersT>();
    sparsity->traversal_order = {0};
    sparsity->dim_metadata.push_back(std::make_unique<DimensionMetadataT>());
    DimensionMetadataT& dim = *sparsity->dim_metadata[0];
    dim.format = DimensionType_SPARSE_CSR;
    Uint8VectorT segments;
    segments.values = {0, 2};
    dim.array_segments.Set(std::move(segments));
    Uint8VectorT indices;
    indices.values = {1, 3};
    dim.array_indices.Set(std::move(indices));
    model.subgraphs[0]->tensors[k]->sparsity = std::move(sparsity);
    return Problem(model);
  };
  EXPECT_EQ(problem(8), "");
  EXPECT_THAT(problem(7),
              HasSubstr("buffer 2 has 7 bytes, shape and type need 8"));
}

TEST(VerifyTensor, NamesSparsity) {
  EXPECT_THAT(ProblemOfConstant([](TensorT* t) {
                t->sparsity = std::make_unique<SparsityParametersT>();
              }),
              StartsWith("subgraph 0 'main': tensor 1 'c': sparsity: "));
}

// Many tensors may share one shape vector of a file; the total is limited.
TEST(VerifyTensor, BoundsSharedArrays) {
  flatbuffers::FlatBufferBuilder builder;
  const auto shape = builder.CreateVector(std::vector<int32_t>(4000, 1));
  const auto tensor = CreateTensor(builder, shape);
  const auto tensors = builder.CreateVector(
      std::vector<flatbuffers::Offset<Tensor>>(4000, tensor));
  const auto graph = CreateSubGraph(builder, tensors);
  const auto graphs = builder.CreateVector(&graph, 1);
  FinishModelBuffer(builder, CreateModel(builder, 3, 0, graphs));
  const auto file =
      absl::MakeConstSpan(builder.GetBufferPointer(), builder.GetSize());
  ASSERT_TRUE(VerifyStructure(file).ok());
  EXPECT_THAT(std::string(VerifyModel({GetModel(file.data()), file}).message()),
              HasSubstr("more elements in total"));
}

}  // namespace
}  // namespace tflite::schema
