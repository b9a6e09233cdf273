#include "tensorflow_lite_lite/base/json_text.h"

#include <string>
#include <string_view>

#include "gtest/gtest.h"

namespace tflite::base {
namespace {

TEST(JsonQuoted, EscapesWhatJsonCannotHold) {
  EXPECT_EQ(JsonQuoted(""), "\"\"");
  EXPECT_EQ(JsonQuoted("a/b 'c'"), "\"a/b 'c'\"");
  EXPECT_EQ(JsonQuoted("\"\\"), "\"\\\"\\\\\"");
  EXPECT_EQ(JsonQuoted(std::string_view("a\0\n\x1f", 4)),
            "\"a\\u0000\\u000a\\u001f\"");
}

TEST(JsonQuoted, KeepsUtf8AndReplacesOtherBytes) {
  for (const std::string valid :
       {"\xC3\xA4", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_EQ(JsonQuoted(valid), "\"" + valid + "\"");
  }
  EXPECT_EQ(JsonQuoted("a\xff\x80z"), "\"a\\ufffd\\ufffdz\"");
  // Cut, overlong, a surrogate, beyond the last code point.
  EXPECT_EQ(JsonQuoted("\xC3"), "\"\\ufffd\"");
  EXPECT_EQ(JsonQuoted("\xC0\xAF"), "\"\\ufffd\\ufffd\"");
  EXPECT_EQ(JsonQuoted("\xED\xA0\x80"), "\"\\ufffd\\ufffd\\ufffd\"");
  EXPECT_EQ(JsonQuoted("\xF4\x90\x80\x80"), "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
}

}  // namespace
}  // namespace tflite::base
