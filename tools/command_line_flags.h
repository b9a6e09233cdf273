#ifndef TOOLS_COMMAND_LINE_FLAGS_H_
#define TOOLS_COMMAND_LINE_FLAGS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace tflite {

// One flag of a program: --name=value, or --name for a bool and where
// WithBareValue gave it a meaning. A hook receives
// the parsed value and, in its two-argument form, the flag's position on the
// command line.
class Flag {
 public:
  enum FlagType {
    kPositional = 0,  // an argument without a name; in the order of declaration
    kRequired,        // --name=value that must be given
    kOptional,        // --name=value
  };

  // A flag that writes to *value, whose value now is the default.
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

  // Makes --name stand for --name=value.
  Flag& WithBareValue(const std::string& value) {
    bare_ = value;
    return *this;
  }

  FlagType GetFlagType() const { return flag_type_; }
  std::string GetFlagName() const { return name_; }

 private:
  friend class Flags;

  // Hands the text to the hook; false when it is no value of the type.
  std::function<bool(const std::string& text, int position)> set_;
  std::string name_;
  std::string usage_;
  std::string type_;  // "int32", "bool" …
  std::string default_;
  std::string bare_;  // what --name alone stands for; empty: it is an error
  FlagType flag_type_;
};

// The flags of a program.
class Flags {
 public:
  // Gives the flags on the command line to their hooks, in the order in which
  // they stand there, and removes them from argv. Arguments that fit no flag
  // stay. False, with a message that names the flag, when a value is bad or a
  // required flag is missing.
  static bool Parse(int* argc, const char** argv,
                    const std::vector<Flag>& flag_list);

  // What is wrong with an argument that Parse left, such as "unknown flag
  // --num_run=5; did you mean --num_runs?".
  static std::string DescribeUnknown(const std::string& arg,
                                     const std::vector<Flag>& flag_list);

  // Warns of the arguments that Parse left: scripts give a program the flags
  // of other versions and other delegates of it.
  static void WarnUnconsumed(int argc, const char** argv,
                             const std::vector<Flag>& flag_list);

  // Reports the arguments that Parse left as errors; true when there are none.
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
