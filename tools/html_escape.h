#ifndef TOOLS_HTML_ESCAPE_H_
#define TOOLS_HTML_ESCAPE_H_

#include <string>

namespace tflite {
namespace tools {

// Text as a page of HTML may hold it, in attributes between double quotes too.
std::string EscapeHtml(const std::string& text);

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_HTML_ESCAPE_H_
