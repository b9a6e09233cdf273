// The programs that delegates without a library of their own emit for
// conformance cases: steps and their parameters, packed constants, code, where
// they and all values lie in memory, and how long they are expected to take.
// Results show little of it, so that <delegate>.golden has a digest for each
// 8-bit case of which the delegate takes a part.
//
// If programs were changed on purpose, run
// ./bazelw run //:update_goldens -- digests
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/common/lowered_delegate.h"
#include "delegates/dsp/dsp_lowering.h"
#include "delegates/dsp/testing/program_digest.h"
#include "delegates/edgetpu/compiler/compile.h"
#include "delegates/edgetpu/compiler/lowering.h"
#include "delegates/edgetpu/testing/program_digest.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"
#include "testing/digest.h"

namespace tflite::conformance {
namespace {

using Digests = std::map<std::string, Digest>;

constexpr int kSeed = 1;
constexpr int kRandomCases = 10;  // of each operator

struct NoProgram final : delegates::PartitionProgram {
  base::Status Run(TfLiteContext*) override { return base::OkStatus(); }
};

// Adds what it emits for each partition to a digest.
template <typename Caps, typename Builder>
class EmittingDelegate final
    : public delegates::LoweredDelegate<Caps, Builder> {
 public:
  using Base = delegates::LoweredDelegate<Caps, Builder>;
  using Add = std::function<void(const Caps& caps, Builder& builder)>;

  EmittingDelegate(const typename Base::Table& table, Caps caps, Add add)
      : Base("EmittingDelegate", {}, table, std::move(caps)),
        table_(table),
        add_(std::move(add)) {}

  base::StatusOr<std::unique_ptr<delegates::PartitionProgram>> Compile(
      TfLiteContext* context, const delegates::DelegatedPartition& partition,
      const Caps& caps) override {
    Builder builder(context, partition, caps.statics);
    TFLL_RETURN_IF_ERROR(
        delegates::EmitPartition(table_, context, partition, caps, builder));
    add_(caps, builder);
    return std::unique_ptr<delegates::PartitionProgram>(
        std::make_unique<NoProgram>());
  }

 private:
  const typename Base::Table& table_;
  const Add add_;
};

// The linked cases of 8-bit types, and random ones.
std::vector<Case> ByteCases() {
  Suite::Options options;
  options.seed = kSeed;
  options.random_cases = kRandomCases;
  auto all = Suite(nullptr, options).Cases();
  EXPECT_TRUE(all.ok()) << all.status();
  std::vector<Case> cases;
  if (!all.ok()) return cases;
  for (Case& c : *all) {
    if (c.type().find("int8") != std::string::npos) {
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

// Calls `add(caps, builder, digest)` for each partition, with the digest of its
// case; cases without a partition have none.
template <typename Caps, typename Builder, typename Add>
void AddCases(const std::vector<Case>& cases,
              const delegates::LoweringTable<Caps, Builder>& table,
              const Caps& caps, const Add& add, Digests& digests) {
  std::string name;
  const auto delegate = TfLiteDelegateFactory::Create(
      std::make_unique<EmittingDelegate<Caps, Builder>>(
          table, caps, [&](const Caps& known, Builder& builder) {
            add(known, builder, digests[name]);
          }));
  for (const Case& c : cases) {
    name = FullName(c);
    CaseRun shaped(c, kSeed);
    EXPECT_TRUE(shaped.Build(ReferenceKernels(), nullptr).ok()) << name;
    EXPECT_TRUE(shaped.Allocate().ok()) << name;
    const TensorShapes shapes = shaped.Shapes();
    CaseRun run(c, kSeed);
    EXPECT_TRUE(run.Build(ReferenceKernels(), &shapes).ok()) << name;
    EXPECT_EQ(run.interpreter().ModifyGraphWithDelegate(delegate.get()),
              kTfLiteOk)
        << name << run.reported();
  }
}

void AddEdgeTpu(const edgetpu::EdgeTpuCaps& caps,
                edgetpu::LayerBuilder& builder, Digest& digest) {
  const std::vector<edgetpu::Image> images = builder.images();
  auto compiled = edgetpu::CompileLayers(builder.Take(), images, caps.target);
  if (!compiled.ok()) {
    digest.Add(std::string(compiled.status().message()));
    return;
  }
  edgetpu::AddProgram(*compiled, digest);
  for (const edgetpu::ProgramLayer& layer : compiled->program.layers) {
    digest.Add(layer.name).Add(layer.first_instruction);
    digest.Add(layer.num_instructions).Add(layer.multiplications);
  }
  edgetpu::AddTimes(std::move(compiled->program), digest);
}

Digests OfDsp(const std::vector<Case>& cases) {
  Digests digests;
  dsp::ProgramDigester digester;
  AddCases(
      cases, dsp::DspLowering(), dsp::DspCaps(),
      [&](const dsp::DspCaps&, dsp::DspBuilder& builder, Digest& digest) {
        digester.Add(builder.Take(), digest);
      },
      digests);
  return digests;
}

// On a machine whose tiles hold most values, and on one that cuts them.
Digests OfEdgeTpu(const std::vector<Case>& cases) {
  edgetpu::EdgeTpuCaps small;
  small.target.tile_rows = 3;
  small.target.array_columns = 16;
  small.target.tile_memory_bytes = 16384;
  small.target.parameter_store_bytes = 8192;
  Digests digests;
  for (const edgetpu::EdgeTpuCaps& caps : {edgetpu::EdgeTpuCaps(), small}) {
    AddCases(cases, edgetpu::EdgeTpuLowering(), caps, AddEdgeTpu, digests);
  }
  return digests;
}

struct Emitted {
  const char* file;
  Digests (*digests)(const std::vector<Case>& cases);
  size_t least;
};
constexpr Emitted kEmitted[] = {
    {"testing/conformance/emitted_programs/dsp.golden", OfDsp, 500},
    {"testing/conformance/emitted_programs/edgetpu.golden", OfEdgeTpu, 400},
};

std::map<std::string, std::string> TextsOf(const Digests& digests) {
  std::map<std::string, std::string> texts;
  for (const auto& [name, digest] : digests) texts[name] = digest.text();
  return texts;
}

void ExpectRecorded(const Emitted& emitted) {
  const auto now = TextsOf(emitted.digests(ByteCases()));
  const auto kept = ReadDigests(emitted.file);
  EXPECT_GT(kept.size(), emitted.least);
  EXPECT_EQ(now.size(), kept.size());
  ExpectSameDigests(now, kept);
}

TEST(EmittedPrograms, OfTheDspAreTheRecordedOnes) {
  ExpectRecorded(kEmitted[0]);
}
TEST(EmittedPrograms, OfTheEdgeTpuAreTheRecordedOnes) {
  ExpectRecorded(kEmitted[1]);
}

int UpdateGoldens(const std::string& root) {
  int failed = 0;
  for (const Emitted& emitted : kEmitted) {
    failed |= WriteDigests(root + "/" + emitted.file,
                           "Digests of programs, see emitted_programs_test.cc.",
                           TextsOf(emitted.digests(ByteCases())));
  }
  return failed;
}

}  // namespace
}  // namespace tflite::conformance

int main(int argc, char** argv) {
  return tflite::TestOrUpdateDigests(argc, argv,
                                     tflite::conformance::UpdateGoldens);
}
