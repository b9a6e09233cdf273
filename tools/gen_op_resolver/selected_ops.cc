#include "tools/gen_op_resolver/selected_ops.h"

#include <algorithm>
#include <cctype>

#include "tensorflow_lite_lite/schema/model_builder.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"

namespace tflite::tools {
namespace {

struct Row {
  const char* id;  // Register_<id>()
  int first, last;
  bool custom;
};

// The operators of the library by name.
const std::map<std::string, Row>& Table() {
  static const auto* table = new std::map<std::string, Row>{
#define TFLL_OP(id, name, code, first, last, ...) \
  {name, {#id, first, last, false}},
#define TFLL_CUSTOM_OP(id, name, first, last, ...) \
  {name, {#id, first, last, true}},
#include "kernels/register/op_table.inc"
#include "tensorflow_lite_lite/base/strings.h"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP
  };
  return *table;
}

bool IsBuiltinName(const std::string& name) {
  const char* const* names = EnumNamesBuiltinOperator();
  for (int i = BuiltinOperator_MIN; i <= BuiltinOperator_MAX; ++i) {
    if (name == names[i]) return true;
  }
  return false;
}

void Widen(std::map<std::string, SelectedOps::Versions>* ops,
           const std::string& name, int first, int last) {
  const auto [it, added] = ops->insert({name, {first, last}});
  if (added) return;
  it->second.first = std::min(it->second.first, first);
  it->second.second = std::max(it->second.second, last);
}

std::string Literal(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c < 0x20 || c >= 0x7f) {
      // Always three digits, so that the next character is not part of the
      // escape.
      const unsigned char byte = c;
      out += '\\';
      out += static_cast<char>('0' + (byte >> 6));
      out += static_cast<char>('0' + (byte >> 3 & 7));
      out += static_cast<char>('0' + (byte & 7));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string Args(const SelectedOps::Versions& v) {
  return v.first == v.second ? base::StrCat(", ", v.first)
                             : base::StrCat(", ", v.first, ", ", v.second);
}

// Namespace and name of a custom operator's registration function.
std::pair<std::string, std::string> CustomFunction(const std::string& name) {
  const auto it = Table().find(name);
  return it != Table().end() && it->second.custom
             ? std::make_pair(std::string("builtin"),
                              std::string(it->second.id))
             : std::make_pair(std::string("custom"), RegisterNameOf(name));
}

std::string Declarations(
    const std::vector<std::pair<std::string, std::string>>& functions,
    const std::string& name_space) {
  std::string out;
  for (const auto& [space, id] : functions) {
    if (space == name_space) {
      out += base::StrCat("TfLiteRegistration* Register_", id, "();\n");
    }
  }
  if (out.empty()) return out;
  return base::StrCat("namespace tflite {\nnamespace ops {\nnamespace ",
                      name_space, " {\n", out, "}  // namespace ", name_space,
                      "\n}  // namespace ops\n}  // namespace tflite\n\n");
}

}  // namespace

std::string RegisterNameOf(const std::string& custom_name) {
  std::string out;
  for (size_t i = 0; i < custom_name.size(); ++i) {
    const unsigned char c = custom_name[i];
    const bool word_starts =
        std::isupper(c) && i > 0 &&
        (std::islower(static_cast<unsigned char>(custom_name[i - 1])) ||
         (i + 1 < custom_name.size() &&
          std::isupper(static_cast<unsigned char>(custom_name[i - 1])) &&
          std::islower(static_cast<unsigned char>(custom_name[i + 1]))));
    if (word_starts) out += '_';
    out += std::isalnum(c) ? static_cast<char>(std::toupper(c)) : '_';
  }
  return out;
}

base::Status SelectedOps::AddModel(const std::string& path) {
  const auto model = FlatBufferModel::VerifyAndBuildFromFile(path.c_str());
  if (model == nullptr) return base::Invalid("cannot load the model ", path);
  const auto* codes = model->GetModel()->operator_codes();
  if (codes == nullptr) return base::OkStatus();
  for (const OperatorCode* code : *codes) {
    const BuiltinOperator op = GetBuiltinCode(code);
    const int version = code->version();
    if (op != BuiltinOperator_CUSTOM) {
      Widen(&builtins, BuiltinOperatorName(op), version, version);
    } else if (code->custom_code() == nullptr) {
      return base::Invalid(path, ": a custom operator has no name");
    } else {
      Widen(&customs, code->custom_code()->str(), version, version);
    }
  }
  return base::OkStatus();
}

base::Status SelectedOps::AddItem(const std::string& item) {
  const std::vector<std::string> parts = base::StrSplitToStrings(item, ':');
  const std::string& name = parts[0];
  if (parts.size() > 2 || name.empty()) {
    return base::Invalid("'", item,
                         "' is not NAME, NAME:version or NAME:first-last");
  }
  const auto row = Table().find(name);
  int first = row == Table().end() ? 1 : row->second.first;
  int last = row == Table().end() ? 1 : row->second.last;
  if (parts.size() == 2) {
    const std::vector<std::string> range =
        base::StrSplitToStrings(parts[1], '-');
    const bool numbers = range.size() <= 2 &&
                         base::ParseNumber(range.front(), &first) &&
                         base::ParseNumber(range.back(), &last);
    if (!numbers || first < 1 || last < first) {
      return base::Invalid("'", item,
                           "': versions must be given as 2 or as 1-3");
    }
  }
  Widen(IsBuiltinName(name) ? &builtins : &customs, name, first, last);
  return base::OkStatus();
}

base::StatusOr<std::string> SourceOf(const SelectedOps& ops,
                                     const std::string& tflite_path,
                                     const std::string& name_space) {
  std::vector<std::pair<std::string, std::string>> functions;
  std::string body;
  for (const auto& [name, versions] : ops.builtins) {
    const auto it = Table().find(name);
    if (it == Table().end()) {
      return base::Invalid("the library has no operator ", name);
    }
    if (versions.second > it->second.last) {
      return base::Invalid("version ", versions.second, " of ", name,
                           " is requested, but the library has only up to ",
                           it->second.last);
    }
    functions.emplace_back("builtin", it->second.id);
    base::StrAppend(&body, "  resolver->AddBuiltin(::tflite::BuiltinOperator_",
                    name, ",\n      ::tflite::ops::builtin::Register_",
                    it->second.id, "()", Args(versions), ");\n");
  }
  for (const auto& [name, versions] : ops.customs) {
    functions.push_back(CustomFunction(name));
    const auto& [space, id] = functions.back();
    base::StrAppend(&body, "  resolver->AddCustom(", Literal(name),
                    ",\n      ::tflite::ops::", space, "::Register_", id, "()",
                    Args(versions), ");\n");
  }
  std::sort(functions.begin(), functions.end());
  functions.erase(std::unique(functions.begin(), functions.end()),
                  functions.end());
  std::string open, close;
  if (!name_space.empty()) {
    open = base::StrCat("namespace ", name_space, " {\n\n");
    close = base::StrCat("\n}  // namespace ", name_space, "\n");
  }
  return base::StrCat(
      "// Generated by gen_op_resolver.\n#include \"", tflite_path,
      "/mutable_op_resolver.h\"\n#include \"", tflite_path,
      "/schema/schema_generated.h\"\n\n", Declarations(functions, "builtin"),
      Declarations(functions, "custom"), open,
      "void RegisterSelectedOps(::tflite::MutableOpResolver* resolver) {\n",
      body, "}\n", close);
}

std::string HeaderOf(const std::string& guard, const std::string& name_space) {
  std::string open, close;
  if (!name_space.empty()) {
    open = base::StrCat("namespace ", name_space, " {\n");
    close = base::StrCat("}  // namespace ", name_space, "\n");
  }
  return base::StrCat(
      "// Generated by gen_op_resolver.\n#ifndef ", guard, "\n#define ", guard,
      "\n\nnamespace tflite {\nclass MutableOpResolver;\n}\n\n", open,
      "// Adds the selected operators.\n"
      "void RegisterSelectedOps(::tflite::MutableOpResolver* resolver);\n",
      close, "\n#endif  // ", guard, "\n");
}

}  // namespace tflite::tools
