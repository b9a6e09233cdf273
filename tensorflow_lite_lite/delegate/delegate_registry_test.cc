#include "tensorflow_lite_lite/delegate/delegate_registry.h"

#include "gtest/gtest.h"

namespace tflite {

struct TFLiteSettings {
  int number = 0;
};

namespace delegates {
namespace {

class Plugin : public DelegatePluginInterface {
 public:
  explicit Plugin(int number) : number_(number) {}
  TfLiteDelegatePtr Create() override {
    return TfLiteDelegatePtr(new TfLiteDelegate(TfLiteDelegateCreate()),
                             [](TfLiteDelegate* d) { delete d; });
  }
  int GetDelegateErrno(TfLiteDelegate*) override { return number_; }

 private:
  const int number_;
};

std::unique_ptr<DelegatePluginInterface> MakePlugin(
    const TFLiteSettings& settings) {
  return std::make_unique<Plugin>(settings.number);
}

TFLITE_REGISTER_DELEGATE_FACTORY_FUNCTION(TestPlugin, MakePlugin);

TEST(DelegatePluginRegistry, FindsPluginsByName) {
  const TFLiteSettings settings{7};
  const auto plugin =
      DelegatePluginRegistry::CreateByName("TestPlugin", settings);
  ASSERT_NE(plugin, nullptr);
  const TfLiteDelegatePtr delegate = plugin->Create();
  EXPECT_NE(delegate, nullptr);
  EXPECT_EQ(plugin->GetDelegateErrno(delegate.get()), 7);
  EXPECT_EQ(DelegatePluginRegistry::CreateByName("OtherPlugin", settings),
            nullptr);
}

TEST(DelegatePluginRegistry, TakesTheLastOfAName) {
  const DelegatePluginRegistry::Register one(
      "Twice",
      [](const TFLiteSettings&) { return std::make_unique<Plugin>(1); });
  const DelegatePluginRegistry::Register two(
      "Twice",
      [](const TFLiteSettings&) { return std::make_unique<Plugin>(2); });
  const auto plugin = DelegatePluginRegistry::CreateByName("Twice", {});
  ASSERT_NE(plugin, nullptr);
  EXPECT_EQ(plugin->GetDelegateErrno(nullptr), 2);
}

}  // namespace
}  // namespace delegates
}  // namespace tflite
