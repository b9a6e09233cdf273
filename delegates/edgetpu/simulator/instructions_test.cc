// What is checked of every field of every instruction, which bytes an
// instruction accesses, and how long it takes. Programs that the compiler makes
// show little of it: instructions.golden has a digest for each field, from
// values at limits and the largest value that is accepted.
//
// If checks, accesses or times were changed on purpose, run
// ./bazelw run //:update_goldens -- digests
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "delegates/edgetpu/isa/accesses.h"
#include "delegates/edgetpu/isa/check.h"
#include "delegates/edgetpu/isa/fields.h"
#include "delegates/edgetpu/simulator/timing.h"
#include "gtest/gtest.h"
#include "testing/digest.h"

namespace tflite::edgetpu {
namespace {

constexpr char kGolden[] = "delegates/edgetpu/simulator/instructions.golden";

MemoryMap Memory() {
  MemoryMap memory;
  memory.inputs = {100000, 1000};
  memory.outputs = {100000};
  memory.parameters = memory.scratch = memory.store = 100000;
  memory.tile = 196608;
  return memory;
}

bool Ends(const std::string& name, const char* with) {
  const std::string end = with;
  return name.size() >= end.size() &&
         name.compare(name.size() - end.size(), end.size(), end) == 0;
}

// A value with which instructions are accepted: small extents, rows with gaps,
// and operands in places of their own.
int64_t UsualValue(const std::string& name, int index) {
  static const std::map<std::string, int64_t> kUsual = {{"tile", 1},
                                                        {"rows", 3},
                                                        {"columns", 5},
                                                        {"planes", 2},
                                                        {"copies", 1},
                                                        {"kernel_rows", 2},
                                                        {"kernel_columns", 3},
                                                        {"stride_rows", 1},
                                                        {"stride_columns", 1},
                                                        {"dilation_rows", 1},
                                                        {"dilation_columns", 1},
                                                        {"height", 6},
                                                        {"width", 7},
                                                        {"depth", 2},
                                                        {"lanes", 32},
                                                        {"count", 640},
                                                        {"positions", 4},
                                                        {"max", 100},
                                                        {"waiting", 1},
                                                        {"awaited", 2},
                                                        {"value", 7},
                                                        {"stride", 4096},
                                                        {"factor", 1 << 30},
                                                        {"integer_bits", 3},
                                                        {"limit", 10000}};
  const auto at = kUsual.find(name);
  if (at != kUsual.end()) return at->second;
  if (Ends(name, "column_bytes")) return 40;
  if (Ends(name, "row_bytes") || Ends(name, "_row")) return 800;
  if (Ends(name, "_plane")) return 4000;
  for (const char* none : {"flags", "min", "zero_point", "shift", "first_row",
                           "first_column", "shift_before", "shift_after"}) {
    if (Ends(name, none)) return 0;
  }
  return index * 9000;  // an operand
}

template <size_t kKind>
Instruction Usual(uint32_t flags) {
  std::variant_alternative_t<kKind, Instruction> instruction;
  int index = 0;
  VisitFields(instruction, [&](const std::string& name, auto& field) {
    using Field = std::decay_t<decltype(field)>;
    ++index;
    if constexpr (std::is_same_v<Field, Address>) {
      field = name == "from" ? Address{Space::kInput, 0, 100}
                             : Address{Space::kTile, 2, 200};
    } else {
      field = static_cast<Field>(name == "flags" ? int64_t{flags}
                                                 : UsualValue(name, index));
    }
  });
  return instruction;
}

// Values at which something may change.
constexpr int64_t kValues[] = {0,
                               1,
                               2,
                               3,
                               4,
                               5,
                               6,
                               7,
                               8,
                               14,
                               15,
                               16,
                               17,
                               29,
                               30,
                               31,
                               32,
                               33,
                               63,
                               64,
                               65,
                               127,
                               128,
                               129,
                               255,
                               256,
                               257,
                               1023,
                               1024,
                               1025,
                               4095,
                               4096,
                               4097,
                               65535,
                               65536,
                               65537,
                               -1,
                               -2,
                               -30,
                               -31,
                               -32,
                               -127,
                               -128,
                               -129,
                               -255,
                               -256,
                               -257,
                               -32768,
                               std::numeric_limits<int32_t>::max(),
                               std::numeric_limits<int32_t>::min(),
                               std::numeric_limits<uint32_t>::max()};

class Sweep {
 public:
  // Adds the instruction with each flag that it may have.
  template <size_t kKind>
  void AddKind() {
    const Status accepted =
        CheckInstruction(Usual<kKind>(0), targets_[0], memory_);
    EXPECT_TRUE(accepted.ok()) << kMnemonics[kKind] << ": " << accepted;
    for (const uint32_t flags : {0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512}) {
      const Instruction usual = Usual<kKind>(flags);
      if (!CheckInstruction(usual, targets_[0], memory_).ok()) continue;
      auto changed = std::get<kKind>(usual);
      VisitFields(changed, [&](const std::string& name, auto& field) {
        digest_ = &digests_[kMnemonics[kKind] + (" " + name)];
        const auto kept = field;
        AddField(field, changed);
        field = kept;
      });
    }
  }

  std::map<std::string, std::string> Texts() const {
    std::map<std::string, std::string> texts;
    for (const auto& [name, digest] : digests_) texts[name] = digest.text();
    return texts;
  }

 private:
  template <typename T>
  void AddField(Address& field, const T& instruction) {
    for (int space = 0; space < kNumSpaces; ++space) {
      for (const uint16_t unit : {0, 1, 15, 16}) {
        field = {static_cast<Space>(space), unit, 0};
        AddNumber(field.offset, instruction);
      }
    }
  }
  template <typename T>
  void AddField(uint32_t& field, const T& instruction) {
    AddNumber(field, instruction);
  }
  template <typename T>
  void AddField(int32_t& field, const T& instruction) {
    AddNumber(field, instruction);
  }

  template <typename Field, typename T>
  void AddNumber(Field& field, const T& instruction) {
    const int64_t usual = field;
    for (const int64_t value : kValues) {
      field = static_cast<Field>(value);
      AddAll(instruction);
    }
    int64_t least = usual, beyond = std::numeric_limits<Field>::max();
    while (beyond - least > 1) {
      const int64_t middle = least + (beyond - least) / 2;
      field = static_cast<Field>(middle);
      const bool ok = CheckInstruction(instruction, targets_[0], memory_).ok();
      (ok ? least : beyond) = middle;
    }
    digest_->Add(least);
    field = static_cast<Field>(least);
    AddAll(instruction);
    field = static_cast<Field>(usual);
  }

  void AddAll(const Instruction& instruction) {
    for (const Target& target : targets_) {
      const Status status = CheckInstruction(instruction, target, memory_);
      digest_->Add(std::string(status.message()));
      if (!status.ok()) continue;
      Accesses accesses(target);
      digest_->Add(accesses.Of(instruction));
      for (const Access& a : accesses.list()) {
        digest_->Add(a.space).Add(a.unit).Add(a.begin).Add(a.end).Add(a.writes);
      }
      AddTime(instruction, target);
    }
  }

  void AddTime(const Instruction& instruction, const Target& target) {
    Program program;
    program.target = target;
    program.memory = memory_;
    program.layers.resize(1);
    program.layers[0].num_instructions = 1;
    const RunReport report = TimeProgram(program, {&instruction, 1});
    digest_->Add(report.cycles);
    for (const LayerReport& l : report.layers) {
      digest_->Add(l.begin).Add(l.end).Add(l.array_cycles).Add(l.vector_cycles);
      digest_->Add(l.link_cycles).Add(l.ring_cycles).Add(l.host_bytes);
      digest_->Add(l.ring_bytes).Add(l.tile_bytes);
    }
  }

  const MemoryMap memory_ = Memory();
  const std::vector<Target> targets_ = {
      DefaultTarget(), PlainArrayTarget(Dataflow::kOutputStationary, 16, 8)};
  std::map<std::string, Digest> digests_;
  Digest* digest_ = nullptr;  // of the field that changes
};

template <size_t... kKinds>
void AddKinds(Sweep& sweep, std::index_sequence<kKinds...>) {
  (sweep.AddKind<kKinds>(), ...);
}

std::map<std::string, std::string> Texts() {
  Sweep sweep;
  AddKinds(sweep, std::make_index_sequence<std::variant_size_v<Instruction>>());
  return sweep.Texts();
}

TEST(Instructions, AreCheckedAndTimedAsRecorded) {
  const auto now = Texts();
  const auto kept = ReadDigests(kGolden);
  EXPECT_GT(kept.size(), 100u);
  EXPECT_EQ(now.size(), kept.size());
  ExpectSameDigests(now, kept);
}

int UpdateGolden(const std::string& root) {
  return WriteDigests(root + "/" + kGolden,
                      "Digests of checks, accesses and times, see "
                      "instructions_test.cc.",
                      Texts());
}

}  // namespace
}  // namespace tflite::edgetpu

int main(int argc, char** argv) {
  return tflite::TestOrUpdateDigests(argc, argv, tflite::edgetpu::UpdateGolden);
}
