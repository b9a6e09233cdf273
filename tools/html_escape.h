#ifndef TOOLS_HTML_ESCAPE_H_
#define TOOLS_HTML_ESCAPE_H_

#include <string>

namespace tflite {
namespace tools {

// Escapes text for HTML, including attributes in double quotes.
std::string EscapeHtml(const std::string& text);

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_HTML_ESCAPE_H_
