#include "tools/command_line_flags.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <set>
#include <sstream>

#include "tools/edit_distance.h"
#include "tools/logging.h"

namespace tflite {
namespace {

template <typename T>
bool ParseInteger(const std::string& text, T* out) {
  errno = 0;
  char* end = nullptr;
  const long long value = std::strtoll(text.c_str(), &end, 0);
  if (text.empty() || *end != '\0' || errno != 0 ||
      value < std::numeric_limits<T>::min() ||
      value > std::numeric_limits<T>::max()) {
    return false;
  }
  *out = static_cast<T>(value);
  return true;
}

bool ParseValue(const std::string& text, int32_t* out) {
  return ParseInteger(text, out);
}
bool ParseValue(const std::string& text, int64_t* out) {
  return ParseInteger(text, out);
}
bool ParseValue(const std::string& text, float* out) {
  char* end = nullptr;
  *out = std::strtof(text.c_str(), &end);
  return !text.empty() && *end == '\0';
}
bool ParseValue(const std::string& text, bool* out) {
  std::string lower = text;
  std::transform(lower.begin(), lower.end(), lower.begin(), ::tolower);
  *out = lower == "true" || lower == "1";
  return *out || lower == "false" || lower == "0";
}
bool ParseValue(const std::string& text, std::string* out) {
  *out = text;
  return true;
}

template <typename T>
const char* TypeName() {
  if (std::is_same<T, int32_t>::value) return "int32";
  if (std::is_same<T, int64_t>::value) return "int64";
  if (std::is_same<T, float>::value) return "float";
  if (std::is_same<T, bool>::value) return "bool";
  return "string";
}

template <typename T>
std::string ToText(const T& value) {
  std::ostringstream out;
  out << std::boolalpha << value;
  return out.str();
}

template <typename T>
std::function<bool(const std::string&, int)> MakeSetter(
    std::function<void(const T&, int)> hook) {
  return [hook](const std::string& text, int position) {
    T value;
    if (!ParseValue(text, &value)) return false;
    hook(value, position);
    return true;
  };
}

template <typename T>
std::function<void(const T&, int)> IgnorePosition(
    std::function<void(const T&)> hook) {
  return [hook](const T& value, int) { hook(value); };
}

// "--name" or "--name=value"; empty for other arguments.
std::string NameIn(const std::string& arg) {
  if (arg.compare(0, 2, "--") != 0) return "";
  return arg.substr(2, arg.find('=') - 2);
}

// The name that was probably meant; empty if none is similar.
std::string NearestName(const std::string& name,
                        const std::vector<Flag>& flag_list) {
  std::string nearest;
  // At most a fifth of the letters may differ: --use_nnapi is not a typo of
  // --use_gpu.
  size_t least = name.size() / 5 + 1;
  for (const Flag& flag : flag_list) {
    const size_t distance = EditDistance(name, flag.GetFlagName());
    if (flag.GetFlagType() == Flag::kPositional || distance > least) continue;
    if (distance == least && !nearest.empty()) continue;
    least = distance;
    nearest = flag.GetFlagName();
  }
  return nearest;
}

}  // namespace

#define TFLL_FLAG_CONSTRUCTORS(T, ByValue)                                     \
  Flag::Flag(const char* name, const std::function<void(const T&, int)>& hook, \
             ByValue default_value, const std::string& usage,                  \
             FlagType flag_type)                                               \
      : set_(MakeSetter<T>(hook)),                                             \
        name_(name),                                                           \
        usage_(usage),                                                         \
        type_(TypeName<T>()),                                                  \
        default_(ToText<T>(default_value)),                                    \
        bare_(std::is_same<T, bool>::value ? "true" : ""),                     \
        flag_type_(flag_type) {}                                               \
  Flag::Flag(const char* name, const std::function<void(const T&)>& hook,      \
             ByValue default_value, const std::string& usage,                  \
             FlagType flag_type)                                               \
      : Flag(name, IgnorePosition<T>(hook), default_value, usage, flag_type) { \
  }
TFLL_FLAG_CONSTRUCTORS(int32_t, int32_t)
TFLL_FLAG_CONSTRUCTORS(int64_t, int64_t)
TFLL_FLAG_CONSTRUCTORS(float, float)
TFLL_FLAG_CONSTRUCTORS(bool, bool)
TFLL_FLAG_CONSTRUCTORS(std::string, const std::string&)
#undef TFLL_FLAG_CONSTRUCTORS

bool Flags::Parse(int* argc, const char** argv,
                  const std::vector<Flag>& flag_list) {
  bool ok = true;
  std::set<std::string> given;
  std::vector<const Flag*> positional;
  for (const Flag& flag : flag_list) {
    if (flag.flag_type_ == Flag::kPositional) positional.push_back(&flag);
  }
  size_t next_positional = 0;
  const auto set = [&](const Flag& flag, const std::string& text, int at) {
    given.insert(flag.name_);
    if (flag.set_(text, at)) return;
    TFLITE_LOG(ERROR) << "'" << text << "' is not a value of type "
                      << flag.type_ << " for --" << flag.name_;
    ok = false;
  };
  int kept = std::min(1, *argc);
  for (int i = 1; i < *argc; ++i) {
    const std::string arg = argv[i];
    const std::string name = NameIn(arg);
    const bool named = !name.empty();
    const size_t equals = arg.find('=');
    const auto flag =
        std::find_if(flag_list.begin(), flag_list.end(), [&](const Flag& f) {
          return named && f.flag_type_ != Flag::kPositional && f.name_ == name;
        });
    if (flag != flag_list.end()) {
      const bool bare = equals == std::string::npos;
      if (bare && flag->bare_.empty()) {
        TFLITE_LOG(ERROR) << "--" << name << " needs a value: --" << name
                          << "=...";
        given.insert(name);
        ok = false;
        continue;
      }
      set(*flag, bare ? flag->bare_ : arg.substr(equals + 1), i);
    } else if (!named && next_positional < positional.size()) {
      set(*positional[next_positional++], arg, i);
    } else {
      argv[kept++] = argv[i];
    }
  }
  *argc = kept;
  for (const Flag& flag : flag_list) {
    if (flag.flag_type_ == Flag::kOptional || given.count(flag.name_) != 0)
      continue;
    TFLITE_LOG(ERROR) << (flag.flag_type_ == Flag::kRequired ? "--"
                                                             : "argument ")
                      << flag.name_ << " is required";
    ok = false;
  }
  return ok;
}

std::string Flags::DescribeUnknown(const std::string& arg,
                                   const std::vector<Flag>& flag_list) {
  const std::string name = NameIn(arg);
  if (name.empty()) return "unexpected argument " + arg;
  const std::string nearest = NearestName(name, flag_list);
  return "unknown flag " + arg +
         (nearest.empty() ? "" : "; did you mean --" + nearest + "?");
}

void Flags::WarnUnconsumed(int argc, const char** argv,
                           const std::vector<Flag>& flag_list) {
  if (argc <= 1) return;
  TFLITE_LOG(WARN) << "Unconsumed cmdline flags: " << ArgsToString(argc, argv);
  for (int i = 1; i < argc; ++i) {
    const std::string name = NameIn(argv[i]);
    const std::string nearest = NearestName(name, flag_list);
    TFLITE_MAY_LOG(WARN, !name.empty() && !nearest.empty())
        << DescribeUnknown(argv[i], flag_list);
  }
}

bool Flags::RefuseUnconsumed(int argc, const char** argv,
                             const std::vector<Flag>& flag_list) {
  for (int i = 1; i < argc; ++i) {
    TFLITE_LOG(ERROR) << DescribeUnknown(argv[i], flag_list);
  }
  return argc <= 1;
}

std::string Flags::Usage(const std::string& cmdline,
                         const std::vector<Flag>& flag_list) {
  std::ostringstream out;
  out << "usage: " << cmdline;
  for (const Flag& flag : flag_list) {
    if (flag.flag_type_ == Flag::kPositional) out << " <" << flag.name_ << ">";
  }
  out << " <flags>\nFlags:\n";
  for (const Flag& flag : flag_list) {
    const bool positional = flag.flag_type_ == Flag::kPositional;
    std::string head =
        positional ? "<" + flag.name_ + ">"
                   : "--" + flag.name_ + "=" +
                         (flag.default_.empty() ? "..." : flag.default_);
    head.resize(std::max<size_t>(head.size(), 44), ' ');
    out << "\t" << head << "\t" << flag.type_ << "\t"
        << (flag.flag_type_ == Flag::kOptional ? "optional" : "required")
        << "\t" << flag.usage_ << "\n";
  }
  return out.str();
}

std::string Flags::ArgsToString(int argc, const char** argv) {
  std::string out;
  for (int i = 1; i < argc; ++i) {
    if (i > 1) out += ' ';
    out += argv[i];
  }
  return out;
}

}  // namespace tflite
