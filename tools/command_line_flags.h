#ifndef TOOLS_COMMAND_LINE_FLAGS_H_
#define TOOLS_COMMAND_LINE_FLAGS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace tflite {

// One flag of a program: --name=value, or just --name for a bool and for flags
// with WithBareValue. A hook receives the parsed value and, in its two-argument
// form, the position of the flag on the command line.
class Flag {
 public:
  enum FlagType {
    kPositional = 0,  // an argument without a name; in the order of declaration
    kRequired,        // --name=value that must be given
    kOptional,        // --name=value
  };

  // A flag that writes to *value, whose current value is the default.
  template <typename T>
  static Flag CreateFlag(const char* name, T* value, const char* usage,
                         FlagType flag_type = kOptional) {
    return Flag(
        name, [value](const T& v) { *value = v; }, *value, usage, flag_type);
  }

#define TFLL_FLAG_CONSTRUCTORS(T, ByValue)                                   \
  Flag(const char* name, const std::function<void(const T&, int)>& hook,     \
       ByValue default_value, const std::string& usage, FlagType flag_type); \
  Flag(const char* name, const std::function<void(const T&)>& hook,          \
       ByValue default_value, const std::string& usage, FlagType flag_type)
  TFLL_FLAG_CONSTRUCTORS(int32_t, int32_t);
  TFLL_FLAG_CONSTRUCTORS(int64_t, int64_t);
  TFLL_FLAG_CONSTRUCTORS(float, float);
  TFLL_FLAG_CONSTRUCTORS(bool, bool);
  TFLL_FLAG_CONSTRUCTORS(std::string, const std::string&);
#undef TFLL_FLAG_CONSTRUCTORS

  // Makes --name equivalent to --name=value.
  Flag& WithBareValue(const std::string& value) {
    bare_ = value;
    return *this;
  }

  FlagType GetFlagType() const { return flag_type_; }
  std::string GetFlagName() const { return name_; }

 private:
  friend class Flags;

  // Passes the parsed text to the hook; false if it cannot be parsed.
  std::function<bool(const std::string& text, int position)> set_;
  std::string name_;
  std::string usage_;
  std::string type_;  // "int32", "bool" …
  std::string default_;
  std::string bare_;  // value of --name alone; empty: an error
  FlagType flag_type_;
};

// The flags of a program.
class Flags {
 public:
  // Passes the flags on the command line to their hooks, in the order of the
  // command line, and removes them from argv. Unknown arguments stay. False,
  // with a message that names the flag, if a value is invalid or a required
  // flag is missing.
  static bool Parse(int* argc, const char** argv,
                    const std::vector<Flag>& flag_list);

  // Describes an argument that Parse left, e.g. "unknown flag --num_run=5; did
  // you mean --num_runs?".
  static std::string DescribeUnknown(const std::string& arg,
                                     const std::vector<Flag>& flag_list);

  // Warns about the arguments that Parse left: scripts pass a program the flags
  // of its other versions and delegates.
  static void WarnUnconsumed(int argc, const char** argv,
                             const std::vector<Flag>& flag_list);

  // Reports the arguments that Parse left as errors; true if there are none.
  static bool RefuseUnconsumed(int argc, const char** argv,
                               const std::vector<Flag>& flag_list);

  // The help text.
  static std::string Usage(const std::string& cmdline,
                           const std::vector<Flag>& flag_list);

  // The arguments after the program's name, separated by spaces.
  static std::string ArgsToString(int argc, const char** argv);
};

}  // namespace tflite

#endif  // TOOLS_COMMAND_LINE_FLAGS_H_
