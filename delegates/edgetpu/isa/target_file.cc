#include "delegates/edgetpu/isa/target_file.h"

#include <fstream>

namespace tflite::edgetpu {
namespace {

constexpr size_t kMostBytes = 1 << 16;

std::string Names() {
  std::string names;
  for (const Target& target : BuiltInTargets()) {
    names += StrCat(names.empty() ? "" : ", ", target.name);
  }
  return names;
}

}  // namespace

const std::vector<Target>& BuiltInTargets() {
  static const auto* targets = new std::vector<Target>{
      DefaultTarget(), PlainArrayTarget(Dataflow::kWeightStationary, 64, 64),
      PlainArrayTarget(Dataflow::kOutputStationary, 64, 64),
      PlainArrayTarget(Dataflow::kInputStationary, 64, 64)};
  return *targets;
}

StatusOr<Target> ReadTarget(const std::string& choice) {
  if (choice.empty()) return DefaultTarget();
  for (const Target& target : BuiltInTargets()) {
    if (target.name == choice) return target;
  }
  std::ifstream file(choice, std::ios::binary);
  std::string text;
  text.resize(kMostBytes + 1);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  const auto size = static_cast<size_t>(file.gcount());
  // A folder can be opened, but not read.
  if (size == 0 && !file.eof()) {
    return Invalid("target '", choice,
                   "' is no file that can be read, and none of ", Names());
  }
  if (size > kMostBytes) {
    return Invalid("target file '", choice, "' has more than ", kMostBytes,
                   " bytes");
  }
  text.resize(size);
  auto target = ParseTarget(text);
  if (target.ok()) return target;
  return Annotate(target.status(), StrCat("target file '", choice, "'"));
}

}  // namespace tflite::edgetpu
