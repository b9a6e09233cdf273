#include "tensorflow_lite_lite/delegate/node_filter.h"

#include <cstring>
#include <string_view>
#include <utility>

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::delegates {
namespace {

constexpr std::string_view kNamePrefix = "name:";

}  // namespace

StatusOr<NodeFilter> NodeFilter::Parse(const std::string& allow,
                                       const std::string& deny) {
  NodeFilter filter;
  TFLL_ASSIGN_OR_RETURN(filter.allow_, ParseList(allow, "allowed"));
  TFLL_ASSIGN_OR_RETURN(filter.deny_, ParseList(deny, "denied"));
  return filter;
}

StatusOr<std::vector<NodeFilter::Item>> NodeFilter::ParseList(
    const std::string& list, const char* list_name) {
  std::vector<Item> items;
  if (StripWhitespace(list).empty()) return items;
  for (std::string_view text : StrSplit(list, ',')) {
    text = StripWhitespace(text);
    const auto bad = [&](const char* why) {
      return Invalid("'", text, "' in the list of ", list_name, " nodes ", why);
    };
    Item item{Item::kOperator, 0, std::string(text)};
    if (text.empty()) return bad("is empty");
    if (text[0] == '#') {
      item.kind = Item::kIndex;
      if (!ParseNumber(text.substr(1), &item.index) || item.index < 0) {
        return bad("has no node index after '#'");
      }
    } else if (StartsWith(text, kNamePrefix)) {
      item.kind = Item::kName;
      item.text = std::string(text.substr(kNamePrefix.size()));
      if (item.text.empty()) return bad("has no text after 'name:'");
    }
    items.push_back(std::move(item));
  }
  return items;
}

const NodeFilter::Item* NodeFilter::Find(const std::vector<Item>& items,
                                         const FilteredNode& node) {
  for (const Item& item : items) {
    switch (item.kind) {
      case Item::kOperator:
        if (item.text == node.op_name) return &item;
        break;
      case Item::kIndex:
        if (item.index == node.index) return &item;
        break;
      case Item::kName:
        for (const char* name : node.output_names) {
          if (name != nullptr && std::strstr(name, item.text.c_str())) {
            return &item;
          }
        }
        break;
    }
  }
  return nullptr;
}

Status NodeFilter::Check(const FilteredNode& node) const {
  if (node.index < first_index_) {
    return Unsupported("its index is less than the first one to delegate, ",
                       first_index_);
  }
  if (node.index > last_index_) {
    return Unsupported("its index is greater than the last one to delegate, ",
                       last_index_);
  }
  if (const Item* item = Find(deny_, node)) {
    return Unsupported("the user denied '",
                       item->kind == Item::kName ? kNamePrefix : "", item->text,
                       "'");
  }
  if (!allow_.empty() && Find(allow_, node) == nullptr) {
    return Unsupported("it is not among the nodes that the user allowed");
  }
  return OkStatus();
}

}  // namespace tflite::delegates
