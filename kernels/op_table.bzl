"""The one list of operators. Everything that names them all is made from it:
both resolvers, the Register_* functions, selective resolvers, version checks,
docs/OP_SUPPORT.md and the test that every operator has cases.

A row says where an operator lives and which functions make it up:

    op("MAX_POOL_2D", "pool_2d", versions = (1, 3),
       reference = "EvalPool2dReference", cpu = "EvalPool2dCpu")

name        the schema's name, or a custom operator's code
folder      kernels/<folder>; its targets are :<folder> (meaning), :reference
            (oracle) and, where `cpu` is given, :cpu (fast kernel)
header      where a folder holds several headers: the file, without ".h"
versions    first and last version of the operator it implements
bind        default Bind<Name>, MAX_POOL_2D giving BindMaxPool2d
reference   default Eval<Name>Reference
cpu         the fast kernel; without it the reference serves
prepare     run after binding, before `cpu`, e.g. to pack weights; where there is
            no `cpu`, before `reference`
custom      True for an operator that models name by string
id          the Register_<ID>() function; default: the name in upper case
"""

def _camel(name):
    return "".join([part.capitalize() for part in name.split("_")])

def op(
        name,
        folder,
        versions = (1, 1),
        header = None,
        bind = None,
        reference = None,
        cpu = None,
        prepare = None,
        custom = False,
        id = None):
    camel = _camel(name)
    return struct(
        name = name,
        id = id or name.upper(),
        folder = folder,
        header = header or folder,
        min_version = versions[0],
        max_version = versions[1],
        bind = bind or "Bind" + camel,
        reference = reference or "Eval" + camel + "Reference",
        cpu = cpu,
        prepare = prepare,
        custom = custom,
    )

OPS = [
    op("ABS", "unary", versions = (1, 5), reference = "EvalUnaryReference"),
    op("ADD", "binary", versions = (1, 6), reference = "EvalBinaryReference"),
    op("ADD_N", "add_n"),
    op("ASSIGN_VARIABLE", "variable"),
    op("ATAN2", "binary", reference = "EvalBinaryReference"),
    op("AVERAGE_POOL_2D", "pool_2d", versions = (1, 3), reference = "EvalPool2dReference", cpu = "EvalPool2dCpu"),
    op("BATCH_MATMUL", "batch_matmul", versions = (1, 4)),
    op("BITCAST", "bitcast"),
    op("BITWISE_XOR", "binary", reference = "EvalBinaryReference"),
    op("CALL_ONCE", "control_flow"),
    op("CAST", "cast", versions = (1, 9)),
    op("CEIL", "unary", reference = "EvalUnaryReference"),
    op("COMPLEX_ABS", "complex", reference = "EvalComplexReference"),
    op("CONV_2D", "conv_2d", versions = (1, 8), cpu = "EvalConv2dCpu", prepare = "PrepareConv2dCpu"),
    op("CONV_3D", "conv_3d"),
    op("CONV_3D_TRANSPOSE", "conv_3d"),
    op("COS", "unary", versions = (1, 2), reference = "EvalUnaryReference"),
    op("DENSIFY", "densify"),
    op("DEPTHWISE_CONV_2D", "depthwise_conv_2d", versions = (1, 7), cpu = "EvalDepthwiseConv2dCpu", prepare = "PrepareDepthwiseConv2dCpu"),
    op("DEQUANTIZE", "quantize", versions = (1, 9)),
    op("DILATE", "dilate"),
    op("DIV", "binary", versions = (1, 2), reference = "EvalBinaryReference"),
    op("ELU", "activation", reference = "EvalActivationReference"),
    op("EMBEDDING_LOOKUP", "embedding_lookup", versions = (1, 5)),
    op("EMBEDDING_LOOKUP_SPARSE", "embedding_lookup"),
    op("EQUAL", "compare", versions = (1, 5), reference = "EvalCompareReference"),
    op("EXP", "unary", versions = (1, 2), reference = "EvalUnaryReference"),
    op("FAKE_QUANT", "fake_quant"),
    op("FLOOR", "unary", reference = "EvalUnaryReference"),
    op("FLOOR_DIV", "binary", versions = (1, 3), reference = "EvalBinaryReference"),
    op("FLOOR_MOD", "binary", versions = (1, 2), reference = "EvalBinaryReference"),
    op("FULLY_CONNECTED", "fully_connected", versions = (1, 14), cpu = "EvalFullyConnectedCpu", prepare = "PrepareFullyConnectedCpu"),
    op("GELU", "activation", versions = (1, 3), reference = "EvalActivationReference"),
    op("GREATER", "compare", versions = (1, 2), reference = "EvalCompareReference"),
    op("GREATER_EQUAL", "compare", versions = (1, 3), reference = "EvalCompareReference"),
    op("HARD_SWISH", "activation", reference = "EvalActivationReference"),
    op("HASHTABLE", "hashtable"),
    op("HASHTABLE_FIND", "hashtable"),
    op("HASHTABLE_IMPORT", "hashtable"),
    op("HASHTABLE_LOOKUP", "hashtable"),
    op("HASHTABLE_SIZE", "hashtable"),
    op("IF", "control_flow", reference = "EvalBranchReference"),
    op("IMAG", "complex", reference = "EvalComplexReference"),
    op("L2_NORMALIZATION", "l2_normalization", versions = (1, 2)),
    op("L2_POOL_2D", "pool_2d", versions = (1, 1), reference = "EvalPool2dReference", cpu = "EvalPool2dCpu"),
    op("LEAKY_RELU", "activation", versions = (1, 2), reference = "EvalActivationReference"),
    op("LESS", "compare", versions = (1, 3), reference = "EvalCompareReference"),
    op("LESS_EQUAL", "compare", versions = (1, 2), reference = "EvalCompareReference"),
    op("LOG", "unary", versions = (1, 2), reference = "EvalUnaryReference"),
    op("LOGICAL_AND", "binary", reference = "EvalBinaryReference"),
    op("LOGICAL_NOT", "unary", reference = "EvalUnaryReference"),
    op("LOGICAL_OR", "binary", reference = "EvalBinaryReference"),
    op("LOGISTIC", "activation", versions = (1, 3), reference = "EvalActivationReference"),
    op("LOG_SOFTMAX", "softmax", versions = (1, 2), reference = "EvalSoftmaxReference"),
    op("MAXIMUM", "binary", versions = (1, 4), reference = "EvalBinaryReference"),
    op("MAX_POOL_2D", "pool_2d", versions = (1, 3), reference = "EvalPool2dReference", cpu = "EvalPool2dCpu"),
    op("MEAN", "reduce", versions = (1, 3), reference = "EvalReduceReference", cpu = "EvalReduceCpu"),
    op("MINIMUM", "binary", versions = (1, 4), reference = "EvalBinaryReference"),
    op("MUL", "binary", versions = (1, 8), reference = "EvalBinaryReference"),
    op("MULTINOMIAL", "random", reference = "EvalRandomReference", prepare = "PrepareRandom"),
    op("NEG", "unary", reference = "EvalUnaryReference"),
    op("NOT_EQUAL", "compare", versions = (1, 4), reference = "EvalCompareReference"),
    op("NumericVerify", "numeric_verify", bind = "BindNumericVerify", reference = "EvalNumericVerifyReference", custom = True, id = "NUMERIC_VERIFY"),
    op("POW", "binary", reference = "EvalBinaryReference"),
    op("PRELU", "prelu"),
    op("QUANTIZE", "quantize", versions = (1, 6)),
    op("RANDOM_STANDARD_NORMAL", "random", reference = "EvalRandomReference", prepare = "PrepareRandom"),
    op("RANDOM_UNIFORM", "random", reference = "EvalRandomReference", prepare = "PrepareRandom"),
    op("READ_VARIABLE", "variable"),
    op("REAL", "complex", reference = "EvalComplexReference"),
    op("REDUCE_ALL", "reduce", versions = (1, 1), reference = "EvalReduceReference", cpu = "EvalReduceCpu"),
    op("REDUCE_ANY", "reduce", versions = (1, 1), reference = "EvalReduceReference", cpu = "EvalReduceCpu"),
    op("REDUCE_MAX", "reduce", versions = (1, 3), reference = "EvalReduceReference", cpu = "EvalReduceCpu"),
    op("REDUCE_MIN", "reduce", versions = (1, 3), reference = "EvalReduceReference", cpu = "EvalReduceCpu"),
    op("REDUCE_PROD", "reduce", versions = (1, 2), reference = "EvalReduceReference", cpu = "EvalReduceCpu"),
    op("RELU", "activation", versions = (1, 3), reference = "EvalActivationReference"),
    op("RELU6", "activation", versions = (1, 3), reference = "EvalActivationReference"),
    op("RELU_0_TO_1", "activation", reference = "EvalActivationReference"),
    op("RELU_N1_TO_1", "activation", reference = "EvalActivationReference"),
    op("RIGHT_SHIFT", "binary", reference = "EvalBinaryReference"),
    op("ROUND", "unary", reference = "EvalUnaryReference"),
    op("RSQRT", "unary", versions = (1, 3), reference = "EvalUnaryReference"),
    op("SELECT", "select", versions = (1, 4), reference = "EvalSelectReference"),
    op("SELECT_V2", "select", versions = (1, 2), reference = "EvalSelectReference"),
    op("SIGN", "unary", versions = (1, 2), reference = "EvalUnaryReference"),
    op("SIN", "unary", versions = (1, 2), reference = "EvalUnaryReference"),
    op("SOFTMAX", "softmax", versions = (1, 4), reference = "EvalSoftmaxReference"),
    op("SQRT", "unary", versions = (1, 2), reference = "EvalUnaryReference"),
    op("SQUARE", "unary", reference = "EvalUnaryReference"),
    op("SQUARED_DIFFERENCE", "binary", versions = (1, 2), reference = "EvalBinaryReference"),
    op("STABLEHLO_ADD", "binary", reference = "EvalBinaryReference"),
    op("STABLEHLO_AND", "binary", reference = "EvalBinaryReference"),
    op("STABLEHLO_CASE", "control_flow", reference = "EvalBranchReference"),
    op("STABLEHLO_COMPOSITE", "control_flow", reference = "EvalBranchReference"),
    op("STABLEHLO_MAXIMUM", "binary", reference = "EvalBinaryReference"),
    op("STABLEHLO_MINIMUM", "binary", reference = "EvalBinaryReference"),
    op("STABLEHLO_MULTIPLY", "binary", reference = "EvalBinaryReference"),
    op("STABLEHLO_RNG_BIT_GENERATOR", "random"),
    op("STABLEHLO_SHIFT_LEFT", "binary", reference = "EvalBinaryReference"),
    op("SUB", "binary", versions = (1, 5), reference = "EvalBinaryReference"),
    op("SUM", "reduce", versions = (1, 2), reference = "EvalReduceReference", cpu = "EvalReduceCpu"),
    op("SVDF", "svdf", versions = (1, 4)),
    op("TANH", "activation", versions = (1, 3), reference = "EvalActivationReference"),
    op("TRANSPOSE_CONV", "transpose_conv", versions = (1, 5)),
    op("VAR_HANDLE", "variable"),
    op("WHILE", "control_flow"),
    op("ZEROS_LIKE", "zeros_like"),
]

# Operators that no resolver holds by itself: tflite::ops::custom::Register_*.
EXTRA_OPS = [
]
