#include "tensorflow_lite_lite/schema/verifier.h"

#include <memory>
#include <string>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/fault/small_model.h"

namespace tflite::schema {
namespace {

using testing::HasSubstr;

absl::Span<const uint8_t> AsBytes(const std::string& file) {
  return absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(file.data()),
                             file.size());
}

// The error that VerifyModel finds in a file, "" if none.
std::string Problem(const std::string& file) {
  const Status structure = VerifyStructure(AsBytes(file));
  if (!structure.ok()) return std::string(structure.message());
  return std::string(
      VerifyModel({GetModel(file.data()), AsBytes(file)}).message());
}

std::string Problem(const ModelT& model) { return Problem(fault::Pack(model)); }

TEST(VerifyStructure, AcceptsWholeFilesOnly) {
  const std::string file = fault::Pack(fault::AddModel());
  EXPECT_TRUE(VerifyStructure(AsBytes(file)).ok());
  for (size_t size = 0; size < file.size() - 8; ++size) {
    EXPECT_FALSE(
        VerifyStructure(absl::MakeConstSpan(AsBytes(file).data(), size)).ok())
        << size;
  }
}

TEST(VerifyStructure, RejectsAnotherIdentifier) {
  std::string file = fault::Pack(fault::AddModel());
  file[4] = 'X';
  EXPECT_EQ(VerifyStructure(AsBytes(file)).message(),
            "The model is not a valid Flatbuffer buffer");
}

TEST(VerifyStructure, RejectsRootBeyondFile) {
  std::string file = fault::Pack(fault::AddModel());
  file[2] = 1;
  EXPECT_FALSE(VerifyStructure(AsBytes(file)).ok());
}

// A vector of 1000 references to a table of 1000 references to one table: a
// small file must not cause a million visits.
TEST(VerifyStructure, BoundsVisitsOfSharedTables) {
  flatbuffers::FlatBufferBuilder builder;
  const auto tensor = CreateTensor(builder);
  const auto tensors = builder.CreateVector(
      std::vector<flatbuffers::Offset<Tensor>>(1000, tensor));
  const auto graph = CreateSubGraph(builder, tensors);
  const auto graphs = builder.CreateVector(
      std::vector<flatbuffers::Offset<SubGraph>>(1000, graph));
  FinishModelBuffer(builder, CreateModel(builder, 3, 0, graphs));
  EXPECT_FALSE(
      VerifyStructure({builder.GetBufferPointer(), builder.GetSize()}).ok());
}

TEST(VerifyModel, AcceptsSoundModels) {
  EXPECT_EQ(Problem(fault::AddModel()), "");
  EXPECT_EQ(Problem(fault::WhileModel()), "");
}

TEST(VerifyModel, RejectsOtherSchemaVersions) {
  ModelT model = fault::AddModel();
  model.version = 2;
  EXPECT_EQ(Problem(model), "the model has schema version 2, supported is 3");
}

TEST(VerifyModel, RejectsModelWithoutSubgraphs) {
  ModelT model = fault::AddModel();
  model.subgraphs.clear();
  EXPECT_EQ(Problem(model), "the model has no subgraphs");
}

TEST(VerifyModel, RejectsNamelessCustomOperator) {
  flatbuffers::FlatBufferBuilder builder;
  const auto code = CreateOperatorCode(builder, BuiltinOperator_CUSTOM, 0, 1,
                                       BuiltinOperator_CUSTOM);
  const auto codes = builder.CreateVector(&code, 1);
  const auto graph = CreateSubGraph(builder);
  const auto graphs = builder.CreateVector(&graph, 1);
  FinishModelBuffer(builder, CreateModel(builder, 3, codes, graphs));
  const Status status = VerifyModel({GetModel(builder.GetBufferPointer()), {}});
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("operator code 0 is CUSTOM"));
}

TEST(VerifyModel, ChecksBuffersOutsideTheFlatbuffer) {
  ModelT model = fault::AddModel();
  BufferT& buffer = *model.buffers[1];
  buffer.data.clear();
  buffer.offset = 1 << 20;
  buffer.size = 24;
  EXPECT_THAT(Problem(model), HasSubstr("buffer 1: 24 bytes at offset 1048576 "
                                        "exceed the file's"));
  buffer.size = ~uint64_t{0};
  EXPECT_THAT(Problem(model), HasSubstr("buffer 1: "));

  buffer.size = 24;
  const size_t flatbuffer_size = fault::Pack(model).size();
  buffer.offset = flatbuffer_size;
  const std::string file = fault::Pack(model) + std::string(24, '\0');
  ASSERT_EQ(file.size(), flatbuffer_size + 24);
  EXPECT_EQ(Problem(file), "");
}

TEST(VerifyModel, ChecksCustomOptionsOutsideTheFlatbuffer) {
  ModelT model = fault::AddModel();
  OperatorT& node = *model.subgraphs[0]->operators[0];
  node.large_custom_options_offset = 16;
  node.large_custom_options_size = 1 << 20;
  EXPECT_THAT(Problem(model),
              HasSubstr("node 0 (ADD): custom options: 1048576 bytes"));
}

TEST(VerifyModel, AcceptsMetadataWithoutABuffer) {
  ModelT model = fault::AddModel();
  model.metadata.push_back(std::make_unique<MetadataT>());
  model.metadata[0]->name = "notes";
  model.metadata[0]->buffer = 1;
  EXPECT_EQ(Problem(model), "");
  // Skipped when metadata is read.
  model.metadata[0]->buffer = 9;
  EXPECT_EQ(Problem(model), "");
}

TEST(VerifyModel, BoundsCopiesOfMetadata) {
  ModelT model = fault::AddModel();
  model.buffers[1]->data.resize(1 << 16);
  for (int i = 0; i < 100; ++i) {
    model.metadata.push_back(std::make_unique<MetadataT>());
    model.metadata[i]->name = std::to_string(i);
    model.metadata[i]->buffer = 1;
  }
  EXPECT_THAT(Problem(model), HasSubstr("more elements in total"));
}

// Signatures with invalid references are dropped when they are read.
TEST(VerifyModel, AcceptsSignaturesThatNameNothing) {
  ModelT model = fault::AddModel();
  model.signature_defs[0]->subgraph_index = 1;
  EXPECT_EQ(Problem(model), "");
  model = fault::AddModel();
  model.signature_defs[0]->outputs[0]->tensor_index = 0xffffffff;
  EXPECT_EQ(Problem(model), "");
}

TEST(VerifyModel, RejectsSignatureWithoutKey) {
  flatbuffers::FlatBufferBuilder builder;
  const auto graph = CreateSubGraph(builder);
  const auto graphs = builder.CreateVector(&graph, 1);
  const auto signature = CreateSignatureDef(builder);
  const auto signatures = builder.CreateVector(&signature, 1);
  FinishModelBuffer(builder,
                    CreateModel(builder, 3, 0, graphs, 0, 0, 0, 0, signatures));
  EXPECT_EQ(VerifyModel({GetModel(builder.GetBufferPointer()), {}}).message(),
            "signature 0 has no key");
}

// The node reports it in Prepare; until then subgraphs may be added.
TEST(VerifyModel, AcceptsSubgraphsThatDoNotExist) {
  ModelT model = fault::WhileModel();
  for (const int index : {3, -1}) {
    model.subgraphs[0]
        ->operators[0]
        ->builtin_options.AsWhileOptions()
        ->body_subgraph_index = index;
    EXPECT_EQ(Problem(model), "");
  }
}

TEST(VerifyModel, RejectsRecursion) {
  ModelT model = fault::WhileModel();
  model.subgraphs[0]
      ->operators[0]
      ->builtin_options.AsWhileOptions()
      ->body_subgraph_index = 0;
  EXPECT_EQ(Problem(model), "subgraph 0 'main' runs itself");
}

// A WHILE node without options has the defaults, which name its own graph.
TEST(VerifyModel, RejectsRecursionThroughMissingOptions) {
  ModelT model = fault::WhileModel();
  model.subgraphs[0]->operators[0]->builtin_options.Reset();
  EXPECT_EQ(Problem(model), "subgraph 0 'main' runs itself");
}

// A chain of subgraphs, each of which runs the next one `calls` times by
// CALL_ONCE or (for two) IF.
ModelT Chain(int length, int calls) {
  ModelT model = fault::AddModel();
  auto code = std::make_unique<OperatorCodeT>();
  code->builtin_code =
      calls == 1 ? BuiltinOperator_CALL_ONCE : BuiltinOperator_IF;
  code->deprecated_builtin_code = calls == 1 ? 127 : BuiltinOperator_IF;
  model.operator_codes.push_back(std::move(code));
  for (int i = 0; i < length; ++i) {
    if (i > 0) model.subgraphs.push_back(std::make_unique<SubGraphT>());
    if (i == length - 1) break;
    auto node = std::make_unique<OperatorT>();
    node->opcode_index = 1;
    if (calls == 1) {
      CallOnceOptionsT options;
      options.init_subgraph_index = i + 1;
      node->builtin_options.Set(std::move(options));
    } else {
      IfOptionsT options;
      options.then_subgraph_index = i + 1;
      options.else_subgraph_index = i + 1;
      node->builtin_options.Set(std::move(options));
    }
    model.subgraphs[i]->operators.push_back(std::move(node));
  }
  return model;
}

TEST(VerifyModel, RejectsDeepNesting) {
  EXPECT_EQ(Problem(Chain(65, 1)), "");
  EXPECT_THAT(Problem(Chain(66, 1)), HasSubstr("nested in each other"));
  EXPECT_THAT(Problem(Chain(100000, 1)), HasSubstr("nested in each other"));
}

TEST(VerifyModel, RejectsExponentialNesting) {
  EXPECT_EQ(Problem(Chain(20, 2)), "");
  EXPECT_THAT(Problem(Chain(30, 2)), HasSubstr("paths"));
}

}  // namespace
}  // namespace tflite::schema
