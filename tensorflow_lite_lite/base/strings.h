#ifndef TENSORFLOW_LITE_LITE_BASE_STRINGS_H_
#define TENSORFLOW_LITE_LITE_BASE_STRINGS_H_

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

#include "tensorflow_lite_lite/base/namespaces.h"

// String functions that the standard library does not have yet. They are
// implemented here so that plugins need no library that a host would have to
// provide. Independent of the locale.
namespace tflite::base {

void AppendSigned(std::string* out, int64_t value);
void AppendUnsigned(std::string* out, uint64_t value);
// Six significant digits: "0.1", "1e+06", "nan".
void AppendFloat(std::string* out, double value);

// One argument of StrCat.
template <typename T>
void AppendPiece(std::string* out, const T& value) {
  static_assert(!std::is_same_v<T, char>, "a number or a character?");
  if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    out->append(std::string_view(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    AppendFloat(out, value);
  } else if constexpr (std::is_enum_v<T>) {
    AppendPiece(out, static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::is_signed_v<T>) {
    AppendSigned(out, value);
  } else {
    static_assert(std::is_unsigned_v<T>, "neither text nor a number");
    AppendUnsigned(out, value);
  }
}

// Concatenates its arguments, which may be strings and numbers.
template <typename... Args>
void StrAppend([[maybe_unused]] std::string* out, const Args&... args) {
  (AppendPiece(out, args), ...);
}
template <typename... Args>
std::string StrCat(const Args&... args) {
  std::string out;
  StrAppend(&out, args...);
  return out;
}

// Joins the elements with `separator`; `append(&out, element)` writes one
// element.
template <typename Range, typename Append>
std::string StrJoin(const Range& range, std::string_view separator,
                    Append append) {
  std::string out;
  bool first = true;
  for (const auto& element : range) {
    if (!first) out.append(separator);
    first = false;
    append(&out, element);
  }
  return out;
}
template <typename Range>
std::string StrJoin(const Range& range, std::string_view separator) {
  return StrJoin(range, separator, [](std::string* out, const auto& element) {
    AppendPiece(out, element);
  });
}

// The parts of `text` between separators, at least one. They point into `text`.
std::vector<std::string_view> StrSplit(std::string_view text, char separator);
// Like StrSplit, without the empty parts.
std::vector<std::string_view> StrSplitNonEmpty(std::string_view text,
                                               char separator);
// Like StrSplit, as copies.
std::vector<std::string> StrSplitToStrings(std::string_view text,
                                           char separator);

inline bool StartsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}
inline bool EndsWith(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() &&
         text.substr(text.size() - suffix.size()) == suffix;
}
inline bool StrContains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}
// Removes `prefix` from `text` if present; returns whether it was.
inline bool ConsumePrefix(std::string_view* text, std::string_view prefix) {
  if (!StartsWith(*text, prefix)) return false;
  text->remove_prefix(prefix.size());
  return true;
}

// Removes spaces, tabs and line ends at both ends.
std::string_view StripWhitespace(std::string_view text);
// `text` with every occurrence of `from`, which must not be empty, replaced.
std::string ReplaceAll(std::string_view text, std::string_view from,
                       std::string_view to);
// Converts A to Z to lower case.
std::string ToLower(std::string_view text);
// Escapes quotes and unprintable characters as in a C string: \n, \", \x01.
// Non-ASCII bytes are kept if `keep_utf8`.
std::string EscapeText(std::string_view text, bool keep_utf8);
// `text`, or what of it fits into `most` bytes, at least 3, with "...". It is
// not cut within a character of UTF-8.
std::string Abbreviate(std::string_view text, size_t most);

// Formats as printf does.
[[gnu::format(printf, 1, 2)]] std::string StrFormat(const char* format, ...);

// Parses all of `text` as a number of type T, ignoring surrounding white space
// and a plus sign. Returns false, and leaves `out` unchanged, if it is none.
template <typename T>
bool ParseNumber(std::string_view text, T* out) {
  text = StripWhitespace(text);
  if (StartsWith(text, "+") && !StartsWith(text, "+-")) text.remove_prefix(1);
  T value;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return false;
  *out = value;
  return true;
}
// "true", "yes", "t", "y" or "1", or their opposites, in any letter case.
bool ParseBool(std::string_view text, bool* out);

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_STRINGS_H_
