// The opaque API as plugins see it, in a host that offers only the functions of
// TfLiteContext.
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/c_api_opaque.h"
#include "tensorflow_lite_lite/core/operator.h"
#include "tensorflow_lite_lite/delegate/fake_host.h"

namespace tflite::delegates {
namespace {

// Makes one kernel for all nodes that are to be replaced, as hosts do.
class Host : public testing::FakeHost {
 public:
  explicit Host(const std::vector<int>& operators)
      : testing::FakeHost(operators) {
    ReplaceNodeSubsetsWithDelegateKernels =
        [](TfLiteContext* c, TfLiteRegistration registration,
           const TfLiteIntArray* list, TfLiteDelegate* delegate) {
          auto* self = static_cast<Host*>(c);
          if (list->size > 0) self->MakeKernel(registration, list, delegate);
          return kTfLiteOk;
        };
  }
  ~Host() { FreeKernels(); }

  TfLiteOpaqueContext* opaque() {
    return reinterpret_cast<TfLiteOpaqueContext*>(
        static_cast<TfLiteContext*>(this));
  }

  void FreeKernels() {
    for (const auto& kernel : kernels) {
      kernel->registration.free(this, kernel->node.user_data);
    }
    kernels.clear();
  }

  struct Kernel {
    TfLiteRegistration registration;
    TfLiteNode node{};
    TfLiteDelegateParams params{};
  };
  std::vector<std::unique_ptr<Kernel>> kernels;

 private:
  void MakeKernel(const TfLiteRegistration& registration,
                  const TfLiteIntArray* list, TfLiteDelegate* delegate) {
    auto kernel = std::make_unique<Kernel>();
    kernel->registration = registration;
    kernel->params.delegate = delegate;
    kernel->params.nodes_to_replace =
        Array({list->data, list->data + list->size});
    kernel->params.input_tensors = Array({0});
    kernel->params.output_tensors = Array({list->size});
    kernel->node.inputs = kernel->params.input_tensors;
    kernel->node.outputs = kernel->params.output_tensors;
    kernel->node.delegate = delegate;
    kernel->node.builtin_data = &kernel->params;
    kernel->node.user_data = registration.init(
        this, reinterpret_cast<const char*>(&kernel->params), 0);
    kernels.push_back(std::move(kernel));
  }
};

// A plugin that takes all nodes with one kernel and records calls.
struct Plugin {
  Plugin() {
    builder.data = this;
    builder.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
    builder.Prepare = [](TfLiteOpaqueContext* context, TfLiteOpaqueDelegate* d,
                         void* data) {
      return static_cast<Plugin*>(data)->Prepare(context, d);
    };
    delegate = TfLiteOpaqueDelegateCreate(&builder);
  }
  ~Plugin() { TfLiteOpaqueDelegateDelete(delegate); }

  TfLiteStatus Prepare(TfLiteOpaqueContext* context, TfLiteOpaqueDelegate* d) {
    TfLiteIntArray* plan = nullptr;
    TF_LITE_ENSURE_STATUS(TfLiteOpaqueContextGetExecutionPlan(context, &plan));
    return Replace(context, d, plan, "Kernel");
  }

  TfLiteStatus Replace(TfLiteOpaqueContext* context, TfLiteOpaqueDelegate* d,
                       const TfLiteIntArray* nodes, const char* name) {
    op = TfLiteOperatorCreate(kTfLiteBuiltinDelegate, name, 3, this);
    TfLiteOperatorSetInitWithData(op, Init);
    TfLiteOperatorSetFreeWithData(op, Free);
    TfLiteOperatorSetPrepareWithData(op, PrepareKernel);
    TfLiteOperatorSetInvokeWithData(op, Invoke);
    return TfLiteOpaqueContextReplaceNodeSubsetsWithDelegateKernels(context, op,
                                                                    nodes, d);
  }

  static void* Init(void* user_data, TfLiteOpaqueContext*, const char* buffer,
                    size_t) {
    auto* self = static_cast<Plugin*>(user_data);
    const auto* params =
        reinterpret_cast<const TfLiteOpaqueDelegateParams*>(buffer);
    EXPECT_EQ(params->delegate, self->delegate);
    EXPECT_EQ(params->delegate_data, self);
    self->calls +=
        "init" + std::to_string(params->nodes_to_replace->size) + " ";
    return self->fails_init ? TfLiteKernelInitFailed() : &self->state;
  }
  static void Free(void* user_data, TfLiteOpaqueContext*, void* data) {
    auto* self = static_cast<Plugin*>(user_data);
    EXPECT_EQ(data, &self->state);
    self->calls += "free ";
  }
  static TfLiteStatus PrepareKernel(void* user_data, TfLiteOpaqueContext*,
                                    TfLiteOpaqueNode* node) {
    auto* self = static_cast<Plugin*>(user_data);
    EXPECT_EQ(TfLiteOpaqueNodeGetUserData(node), &self->state);
    const auto* params = static_cast<const TfLiteOpaqueDelegateParams*>(
        TfLiteOpaqueNodeGetBuiltinData(node));
    EXPECT_EQ(params->delegate_data, self);
    self->calls += "prepare ";
    return kTfLiteOk;
  }
  static TfLiteStatus Invoke(void* user_data, TfLiteOpaqueContext* context,
                             TfLiteOpaqueNode* node) {
    auto* self = static_cast<Plugin*>(user_data);
    EXPECT_NE(TfLiteOpaqueNodeGetInput(context, node, 0), nullptr);
    EXPECT_EQ(TfLiteOpaqueNodeGetInput(context, node, 1), nullptr);
    self->calls += "invoke ";
    return kTfLiteApplicationError;
  }

  TfLiteOpaqueDelegateBuilder builder{};
  TfLiteOpaqueDelegate* delegate;
  TfLiteOperator* op = nullptr;  // the last
  bool fails_init = false;
  int state = 0;
  std::string calls;
};

TEST(Shim, DelegateIsClassicToItsHost) {
  const Plugin plugin;
  EXPECT_NE(plugin.delegate->Prepare, nullptr);
  EXPECT_EQ(plugin.delegate->opaque_delegate_builder, nullptr);
  EXPECT_EQ(plugin.delegate->flags, kTfLiteDelegateFlagsAllowDynamicTensors);
  EXPECT_EQ(TfLiteOpaqueDelegateGetData(plugin.delegate), &plugin);
  EXPECT_EQ(TfLiteOpaqueDelegateCreate(nullptr), nullptr);
  TfLiteOpaqueDelegateDelete(nullptr);
}

TEST(Shim, DelegateHasTheFunctionsOfItsBuilder) {
  const Plugin plugin;
  EXPECT_EQ(plugin.delegate->CopyFromBufferHandle, nullptr);
  EXPECT_EQ(plugin.delegate->CopyToBufferHandle, nullptr);
  EXPECT_EQ(plugin.delegate->FreeBufferHandle, nullptr);
  TfLiteOpaqueDelegateBuilder builder{};
  int handles = 0;
  builder.data = &handles;
  builder.FreeBufferHandle = [](TfLiteOpaqueContext*, TfLiteOpaqueDelegate*,
                                void* data, TfLiteBufferHandle* handle) {
    *static_cast<int*>(data) += *handle;
  };
  builder.CopyToBufferHandle = [](TfLiteOpaqueContext*, TfLiteOpaqueDelegate*,
                                  void* data, TfLiteBufferHandle handle,
                                  TfLiteOpaqueTensor*) {
    *static_cast<int*>(data) += 10 * handle;
    return kTfLiteUnresolvedOps;
  };
  TfLiteOpaqueDelegate* delegate = TfLiteOpaqueDelegateCreate(&builder);
  TfLiteBufferHandle handle = 4;
  delegate->FreeBufferHandle(nullptr, delegate, &handle);
  EXPECT_EQ(delegate->CopyToBufferHandle(nullptr, delegate, 2, nullptr),
            kTfLiteUnresolvedOps);
  EXPECT_EQ(handles, 24);
  TfLiteOpaqueDelegateDelete(delegate);
}

TEST(Shim, KernelsRunTheOperatorsFunctions) {
  Plugin plugin;
  Host host({kTfLiteBuiltinAdd, kTfLiteBuiltinSub});
  ASSERT_EQ(plugin.delegate->Prepare(&host, plugin.delegate), kTfLiteOk);
  ASSERT_EQ(host.kernels.size(), 1u);
  auto& [registration, node, params] = *host.kernels[0];
  EXPECT_EQ(registration.builtin_code, kTfLiteBuiltinDelegate);
  EXPECT_STREQ(registration.custom_name, "Kernel");
  EXPECT_EQ(registration.version, 3);
  EXPECT_EQ(registration.registration_external, nullptr);
  void* const user_data = node.user_data;
  EXPECT_EQ(registration.prepare(&host, &node), kTfLiteOk);
  EXPECT_EQ(registration.invoke(&host, &node), kTfLiteApplicationError);
  // The host's view of the node is unchanged.
  EXPECT_EQ(node.user_data, user_data);
  EXPECT_EQ(node.builtin_data, &params);
  host.FreeKernels();
  EXPECT_EQ(plugin.calls, "init2 prepare invoke free ");
}

TEST(Shim, OperatorGoesWithItsLastKernel) {
  Plugin plugin;
  Host host({kTfLiteBuiltinAdd});
  ASSERT_EQ(plugin.delegate->Prepare(&host, plugin.delegate), kTfLiteOk);
  EXPECT_TRUE(core::IsLiveOperator(plugin.op));
  const char* name = host.kernels[0]->registration.custom_name;
  host.FreeKernels();
  EXPECT_FALSE(core::IsLiveOperator(plugin.op));
  // A host may print the name later.
  EXPECT_STREQ(name, "Kernel");
}

TEST(Shim, OperatorWithoutKernelsGoesAtOnce) {
  Plugin plugin;
  Host host({kTfLiteBuiltinAdd});
  ASSERT_EQ(plugin.Replace(host.opaque(), plugin.delegate, host.Array({}), "x"),
            kTfLiteOk);
  EXPECT_FALSE(core::IsLiveOperator(plugin.op));
  // And it cannot be used again.
  EXPECT_EQ(TfLiteOpaqueContextReplaceNodeSubsetsWithDelegateKernels(
                host.opaque(), plugin.op, host.Array({0}), plugin.delegate),
            kTfLiteError);
  EXPECT_NE(host.errors.find("does not exist"), std::string::npos);
}

TEST(Shim, EachKernelRunsItsOwnOperator) {
  Plugin plugin;
  Plugin other;
  Host host({kTfLiteBuiltinAdd, kTfLiteBuiltinSub});
  ASSERT_EQ(
      plugin.Replace(host.opaque(), plugin.delegate, host.Array({0}), "first"),
      kTfLiteOk);
  ASSERT_EQ(
      other.Replace(host.opaque(), other.delegate, host.Array({1}), "second"),
      kTfLiteOk);
  ASSERT_EQ(host.kernels.size(), 2u);
  EXPECT_STREQ(host.kernels[1]->registration.custom_name, "second");
  host.kernels[1]->registration.prepare(&host, &host.kernels[1]->node);
  EXPECT_EQ(plugin.calls, "init1 ");
  EXPECT_EQ(other.calls, "init1 prepare ");
}

TEST(Shim, FailureOfInitShowsInPrepare) {
  Plugin plugin;
  plugin.fails_init = true;
  Host host({kTfLiteBuiltinAdd});
  ASSERT_EQ(plugin.delegate->Prepare(&host, plugin.delegate), kTfLiteOk);
  auto& kernel = *host.kernels[0];
  EXPECT_NE(kernel.registration.prepare(&host, &kernel.node), kTfLiteOk);
  EXPECT_NE(kernel.registration.invoke(&host, &kernel.node), kTfLiteOk);
  EXPECT_NE(host.errors.find("failed in init"), std::string::npos);
  host.FreeKernels();
  EXPECT_EQ(plugin.calls, "init1 ");
}

TEST(ShimContext, TellsWhatNodesAre) {
  Host host({kTfLiteBuiltinAdd, kTfLiteBuiltinCustom});
  host.registrations[0].version = 2;
  host.registrations[1].custom_name = "Mine";
  TfLiteOpaqueNode* node = nullptr;
  TfLiteOperator* op = nullptr;
  ASSERT_EQ(
      TfLiteOpaqueContextGetNodeAndRegistration(host.opaque(), 0, &node, &op),
      kTfLiteOk);
  EXPECT_EQ(TfLiteOperatorGetBuiltInCode(op), kTfLiteBuiltinAdd);
  EXPECT_EQ(TfLiteOperatorGetVersion(op), 2);
  EXPECT_EQ(TfLiteOperatorGetCustomName(op), nullptr);
  EXPECT_EQ(TfLiteOpaqueNodeGetOutputTensorIndex(node, 0), 1);
  TfLiteOperator* again = nullptr;
  TfLiteOpaqueContextGetNodeAndRegistration(host.opaque(), 0, &node, &again);
  EXPECT_EQ(again, op);
  ASSERT_EQ(
      TfLiteOpaqueContextGetNodeAndRegistration(host.opaque(), 1, &node, &op),
      kTfLiteOk);
  EXPECT_STREQ(TfLiteOperatorGetCustomName(op), "Mine");
  EXPECT_NE(
      TfLiteOpaqueContextGetNodeAndRegistration(host.opaque(), 2, &node, &op),
      kTfLiteOk);
}

TEST(ShimContext, TellsOfTensors) {
  Host host({kTfLiteBuiltinAdd, kTfLiteBuiltinSub});
  host.tensors_store[1].is_variable = true;
  EXPECT_EQ(TfLiteOpaqueContextGetNumTensors(host.opaque()), 3u);
  EXPECT_EQ(TfLiteOpaqueContextGetNumNodes(host.opaque()), 2u);
  EXPECT_EQ(TfLiteOpaqueTensorType(
                TfLiteOpaqueContextGetOpaqueTensor(host.opaque(), 2)),
            kTfLiteFloat32);
  EXPECT_EQ(TfLiteOpaqueContextGetOpaqueTensor(host.opaque(), 3), nullptr);
  EXPECT_EQ(TfLiteOpaqueContextGetOpaqueTensor(host.opaque(), -1), nullptr);
  const int* variables = nullptr;
  int count = 0;
  ASSERT_EQ(TfLiteOpaqueContextGetVariables(host.opaque(), &variables, &count),
            kTfLiteOk);
  ASSERT_EQ(count, 1);
  EXPECT_EQ(variables[0], 1);
}

TEST(ShimContext, SaysWhatHostsDoNotTell) {
  Host host({kTfLiteBuiltinAdd});
  const int* list = nullptr;
  int count = 0;
  EXPECT_EQ(TfLiteOpaqueContextGetInputs(host.opaque(), &list, &count),
            kTfLiteError);
  EXPECT_EQ(TfLiteOpaqueContextGetOutputs(host.opaque(), &list, &count),
            kTfLiteError);
  EXPECT_EQ(
      TfLiteOpaqueContextMarkSubgraphAsDelegationSkippable(host.opaque(), 1),
      kTfLiteError);
  EXPECT_NE(host.errors.find("inputs"), std::string::npos);
  EXPECT_NE(host.errors.find("outputs"), std::string::npos);
  EXPECT_NE(host.errors.find("skip"), std::string::npos);
}

TEST(ShimContext, HandsExternalContextsOn) {
  Host host({kTfLiteBuiltinAdd});
  void* found = &host;
  const auto type = static_cast<TfLiteExternalContextType>(kTfllDelegationLog);
  ASSERT_EQ(TfLiteOpaqueContextGetExternalContext(host.opaque(), &found, type),
            kTfLiteOk);
  EXPECT_EQ(found, nullptr);
  host.Listen();
  ASSERT_EQ(TfLiteOpaqueContextGetExternalContext(host.opaque(), &found, type),
            kTfLiteOk);
  EXPECT_EQ(found, &host.log);
}

}  // namespace
}  // namespace tflite::delegates
