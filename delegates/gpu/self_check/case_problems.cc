#include "delegates/gpu/self_check/case_problems.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <utility>

namespace tflite::gpu {
namespace {

constexpr GpuCaseProblem kProblems[] = {
// The file has entries of the form PROBLEM(name, text).
#define PROBLEM(name, text) {name, text},
#include "delegates/gpu/self_check/case_problems.inc"
#undef PROBLEM
};

constexpr char kDigits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// How a form stores one element.
struct Form {
  char name;
  int digits;
  int shift;      // of an element in its word
  bool bytes;     // four elements per word
  bool negative;  // elements are signed
};
constexpr Form kForms[] = {{'b', 2, 0, true, false},
                           {'h', 3, 16, false, false},
                           {'s', 2, 0, false, true},
                           {'w', 6, 0, false, false}};

// The elements of the words; nothing if the form cannot store them.
std::optional<std::vector<uint32_t>> ElementsOf(
    const Form& form, const std::vector<uint32_t>& words) {
  std::vector<uint32_t> elements;
  for (const uint32_t word : words) {
    if (form.bytes) {
      for (int i = 0; i < 4; ++i) elements.push_back(word >> (8 * i) & 255);
      continue;
    }
    if (form.shift > 0 && word << form.shift != 0) return std::nullopt;
    if (form.negative && word + 2048 >= 4096) return std::nullopt;
    elements.push_back(form.negative ? word + 2048 : word >> form.shift);
  }
  return elements;
}

std::string TextOf(const Form& form, const std::vector<uint32_t>& elements) {
  std::string text(1, form.name);
  for (size_t i = 0; i < elements.size();) {
    for (int d = form.digits - 1; d >= 0; --d) {
      text += kDigits[elements[i] >> (6 * d) & 63];
    }
    size_t end = i + 1;
    while (end < elements.size() && elements[end] == elements[i]) ++end;
    const std::string more = "*" + std::to_string(end - i - 1) + ".";
    if (more.size() < (end - i - 1) * form.digits) {
      text += more;
      i = end;
    } else {
      ++i;
    }
  }
  return text;
}

uint32_t DigitOf(char c) {
  return static_cast<uint32_t>(std::strchr(kDigits, c) - kDigits);
}

bool IsSpace(char c) { return c == ' ' || c == '\n'; }

// Reads words between spaces.
class Reader {
 public:
  explicit Reader(const char* at) : at_(at) {}

  // Empty at the end.
  std::string Word() {
    Skip();
    const char* const begin = at_;
    while (*at_ != '\0' && !IsSpace(*at_)) ++at_;
    return std::string(begin, at_);
  }
  uint32_t Number() { return ToNumber(Word()); }
  // Up to ";".
  std::vector<std::string> List() {
    std::vector<std::string> words;
    for (std::string word = Word(); !word.empty() && word != ";";
         word = Word()) {
      words.push_back(std::move(word));
    }
    return words;
  }
  std::string Line() {
    Skip();
    const char* const begin = at_;
    while (*at_ != '\0' && *at_ != '\n') ++at_;
    return std::string(begin, at_);
  }
  std::vector<float> Data(size_t words) {
    Skip();
    std::vector<float> values(words);
    if (*at_ == '-') {
      ++at_;
      return values;
    }
    const std::vector<uint32_t> bits = FromGpuData(&at_, words);
    std::memcpy(values.data(), bits.data(), words * sizeof(float));
    return values;
  }

  static uint32_t ToNumber(const std::string& word) {
    return static_cast<uint32_t>(std::strtoll(word.c_str(), nullptr, 10));
  }

 private:
  void Skip() {
    while (IsSpace(*at_)) ++at_;
  }
  const char* at_;
};

GpuCall ReadCall(Reader* reader) {
  GpuCall call;
  call.spec.kernel = reader->Word();
  for (uint32_t& extent : call.spec.workgroup) extent = reader->Number();
  for (uint32_t& count : call.groups) count = reader->Number();
  for (const std::string& constant : reader->List()) {
    const size_t sign = constant.find('=');
    call.spec.constants.emplace_back(
        constant.substr(0, sign),
        static_cast<int32_t>(Reader::ToNumber(constant.substr(sign + 1))));
  }
  for (const std::string& param : reader->List()) {
    call.params.push_back(Reader::ToNumber(param));
  }
  for (const std::string& use : reader->List()) {
    const bool written = use[0] == 'w';
    call.operands.push_back(
        {static_cast<GpuValueId>(Reader::ToNumber(use.substr(written))),
         written});
  }
  return call;
}

float ReadFloat(Reader* reader) {
  const uint32_t bits = reader->Number();
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

GpuProblem ReadProblem(const char* text) {
  GpuProblem problem;
  Reader reader(text);
  for (std::string word = reader.Word(); !word.empty(); word = reader.Word()) {
    if (word == "for") {
      reader.Line();
    } else if (word == "value") {
      const size_t words = reader.Number();
      problem.values.push_back(reader.Data(words));
    } else if (word == "call") {
      problem.calls.push_back(ReadCall(&reader));
    } else {
      GpuResult result;
      result.value = static_cast<GpuValueId>(reader.Number());
      result.bytes = reader.Number();
      result.type = static_cast<TfLiteType>(reader.Number());
      result.absolute = ReadFloat(&reader);
      result.relative = ReadFloat(&reader);
      result.steps = ReadFloat(&reader);
      result.expected = reader.Data((result.bytes + 3) / 4);
      problem.results.push_back(std::move(result));
    }
  }
  return problem;
}

// "KERNEL<CONSTANTS>" of a variant.
std::string WithoutWorkgroup(const std::string& variant) {
  return variant.substr(0, variant.rfind(' '));
}

// Gives the calls of the variant `spec` its workgroups, and the number of
// groups that has at least as many invocations.
void SetWorkgroup(const GpuKernelSpec& spec, GpuProblem* problem) {
  const std::string kernel = WithoutWorkgroup(ToString(spec));
  for (GpuCall& call : problem->calls) {
    if (WithoutWorkgroup(ToString(WithoutChain(call.spec))) != kernel) continue;
    for (int d = 0; d < 3; ++d) {
      const uint32_t size = spec.workgroup[d];
      const uint32_t count = call.groups[d] * call.spec.workgroup[d];
      call.groups[d] = (count + size - 1) / size;
    }
    call.spec.workgroup = spec.workgroup;
  }
}

// By variant, and those for any workgroup by the rest; never deleted.
const std::map<std::string, const GpuCaseProblem*>& ProblemsByVariant() {
  static const auto* const kByVariant = [] {
    auto* all = new std::map<std::string, const GpuCaseProblem*>;
    for (const GpuCaseProblem& problem : kProblems) {
      for (std::string& variant : VariantsOf(problem)) {
        all->emplace(WithoutWorkgroup(variant), &problem);
        all->emplace(std::move(variant), &problem);
      }
    }
    return all;
  }();
  return *kByVariant;
}

}  // namespace

absl::Span<const GpuCaseProblem> GpuCaseProblems() { return kProblems; }

std::vector<std::string> VariantsOf(const GpuCaseProblem& problem) {
  std::vector<std::string> variants;
  Reader reader(problem.text);
  while (reader.Word() == "for") variants.push_back(reader.Line());
  return variants;
}

std::optional<GpuProblem> FindGpuCaseProblem(const GpuKernelSpec& spec) {
  const auto& all = ProblemsByVariant();
  const std::string variant = ToString(spec);
  const auto exact = all.find(variant);
  if (exact != all.end()) return ReadProblem(exact->second->text);
  const auto other = all.find(WithoutWorkgroup(variant));
  if (other == all.end()) return std::nullopt;
  GpuProblem problem = ReadProblem(other->second->text);
  SetWorkgroup(spec, &problem);
  return problem;
}

std::string ToGpuData(const std::vector<uint32_t>& words) {
  std::string shortest;
  for (const Form& form : kForms) {
    const auto elements = ElementsOf(form, words);
    if (!elements) continue;
    std::string text = TextOf(form, *elements);
    if (shortest.empty() || text.size() < shortest.size()) {
      shortest = std::move(text);
    }
  }
  return shortest;
}

std::vector<uint32_t> FromGpuData(const char** at, size_t words) {
  const char* c = *at;
  const auto next = [&c] {
    while (IsSpace(*c)) ++c;
    return *c == '\0' ? *c : *c++;
  };
  const char name = next();
  const Form* const form =
      std::find_if(std::begin(kForms), std::end(kForms),
                   [name](const Form& f) { return f.name == name; });
  std::vector<uint32_t> elements;
  const size_t count = words * (form->bytes ? 4 : 1);
  while (elements.size() < count) {
    uint32_t element = 0;
    for (int d = 0; d < form->digits; ++d) {
      element = element << 6 | DigitOf(next());
    }
    size_t times = 1;
    const char* mark = c;
    while (IsSpace(*mark)) ++mark;
    if (*mark == '*') {
      c = mark + 1;
      size_t more = 0;
      for (char digit = next(); digit >= '0' && digit <= '9'; digit = next()) {
        more = 10 * more + static_cast<size_t>(digit - '0');
      }
      times += more;
    }
    elements.insert(elements.end(), times, element);
  }
  *at = c;
  if (!form->bytes) {
    for (uint32_t& element : elements) {
      element = form->negative ? element - 2048 : element << form->shift;
    }
    return elements;
  }
  std::vector<uint32_t> packed(words);
  for (size_t i = 0; i < count; ++i) {
    packed[i / 4] |= elements[i] << (8 * (i % 4));
  }
  return packed;
}

}  // namespace tflite::gpu
