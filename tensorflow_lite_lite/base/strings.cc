#include "tensorflow_lite_lite/base/strings.h"

#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace tflite::base {
namespace {

template <typename... Format>
void Append(std::string* out, Format... format) {
  char digits[32];
  const auto [end, error] =
      std::to_chars(digits, digits + sizeof(digits), format...);
  if (error == std::errc()) out->append(digits, end);
}

bool IsOneOf(std::string_view text, std::initializer_list<const char*> words) {
  for (const char* word : words) {
    if (text == word) return true;
  }
  return false;
}

}  // namespace

void AppendSigned(std::string* out, int64_t value) { Append(out, value); }

void AppendUnsigned(std::string* out, uint64_t value) { Append(out, value); }

void AppendFloat(std::string* out, double value) {
  if (std::isnan(value)) {
    out->append("nan");
  } else {
    Append(out, value, std::chars_format::general, 6);
  }
}

std::vector<std::string_view> StrSplit(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::vector<std::string_view> StrSplitNonEmpty(std::string_view text,
                                               char separator) {
  std::vector<std::string_view> parts;
  for (const std::string_view part : StrSplit(text, separator)) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

std::vector<std::string> StrSplitToStrings(std::string_view text,
                                           char separator) {
  const std::vector<std::string_view> parts = StrSplit(text, separator);
  return {parts.begin(), parts.end()};
}

std::string_view StripWhitespace(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\n\v\f\r";
  const size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) + 1 - first);
}

std::string ReplaceAll(std::string_view text, std::string_view from,
                       std::string_view to) {
  std::string out;
  while (true) {
    const size_t at = text.find(from);
    out.append(text.substr(0, at));
    if (at == std::string_view::npos) return out;
    out.append(to);
    text.remove_prefix(at + from.size());
  }
}

std::string ToLower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
  }
  return out;
}

std::string EscapeText(std::string_view text, bool keep_utf8) {
  constexpr std::string_view kNamed = "\n\r\t\"'\\";
  constexpr std::string_view kNames = "nrt\"'\\";
  constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (const size_t at = kNamed.find(c); at != std::string_view::npos) {
      out += {'\\', kNames[at]};
    } else if ((byte >= 0x20 && byte < 0x7f) || (byte >= 0x80 && keep_utf8)) {
      out += c;
    } else {
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return out;
}

std::string Abbreviate(std::string_view text, size_t most) {
  if (text.size() <= most) return std::string(text);
  size_t end = most - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) {
    --end;
  }
  return StrCat(text.substr(0, end), "...");
}

std::string StrFormat(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, arguments);
  va_end(arguments);
  std::string out(length > 0 ? length : 0, '\0');
  // One extra byte for the terminating zero, which std::string provides.
  if (length > 0) std::vsnprintf(out.data(), out.size() + 1, format, again);
  va_end(again);
  return out;
}

bool ParseBool(std::string_view text, bool* out) {
  const std::string word = ToLower(text);
  const bool yes = IsOneOf(word, {"true", "t", "yes", "y", "1"});
  if (!yes && !IsOneOf(word, {"false", "f", "no", "n", "0"})) return false;
  *out = yes;
  return true;
}

}  // namespace tflite::base
