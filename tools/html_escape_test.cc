#include "tools/html_escape.h"

#include "gtest/gtest.h"

namespace tflite {
namespace tools {
namespace {

TEST(EscapeHtml, LeavesNoMarkup) {
  EXPECT_EQ(EscapeHtml("<a href=\"x\"> & 'b'</a>"),
            "&lt;a href=&quot;x&quot;&gt; &amp; 'b'&lt;/a&gt;");
  EXPECT_EQ(EscapeHtml("&lt;"), "&amp;lt;");
  EXPECT_EQ(EscapeHtml(""), "");
}

}  // namespace
}  // namespace tools
}  // namespace tflite
