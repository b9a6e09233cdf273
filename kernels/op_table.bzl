"""The one list of operators. Everything that names them all is made from it:
both resolvers, the Register_* functions, selective resolvers, version checks,
docs/OP_SUPPORT.md and the test that every operator has cases.

Rows are in the order of their names, capitals before small letters. A row says where
an operator lives and what it has beside its meaning:

    op("CONV_2D", "conv_2d", versions = (1, 8), cpu = True, prepare = True)

The names of its functions follow from its own: BindConv2d, EvalConv2dReference,
EvalConv2dCpu and PrepareConv2dCpu. Where the operators of a folder share their
evaluation, it has the folder's name: MAX_POOL_2D in pool_2d has BindMaxPool2d and
EvalPool2dReference. _FAMILIES lists these folders.

name        the schema's name, or a custom operator's code
folder      kernels/<folder>; its targets are :<folder> (meaning), :reference
            (oracle) and, with a fast kernel, :cpu
header      where a folder holds several headers: the file, without ".h"
versions    first and last version of the operator it implements
bind        another name than Bind<Name>
reference   another name than Eval<Name>Reference
cpu         True where there is a fast kernel, or its name; without it the reference
            serves
prepare     True where there is Prepare<Name>Cpu, run after binding, before `cpu`, to
            choose how to run and to ask for memory; or another function's name,
            which is run before `reference` where there is no `cpu`
sparse      the inputs whose sparse constants the operator decodes itself
in_place    "keeps" where the first output has the first input's bytes, which the
            kernels leave alone when both lie in one place; "overwrites" where they
            may lie in one place, element by element, but the bytes change
output_type the types of the outputs, whatever the model declares: a rule of
            kernels/register/output_types.h. Without it an output is declared
            with the type that it gets, or the operator refuses it
shapes_only the inputs that need no memory when the operator runs: it uses their shapes
            alone, or has read them while preparing where that was possible
custom      True for an operator that models name by string
id          the Register_<ID>() function; default: the name in upper case
"""

# Folders whose operators share their evaluation: what they have beside the
# reference.
_FAMILIES = {
    "activation": ["cpu", "prepare"],
    "arg_min_max": ["cpu"],
    "binary": ["cpu", "prepare"],
    "compare": ["cpu"],
    "complex": [],
    "concatenation": ["cpu", "prepare"],
    "lstm": ["cpu", "prepare"],
    "matrix_diag": [],
    "non_max_suppression": [],
    "pad": [],
    "pool_2d": ["cpu"],
    "pool_3d": [],
    "random": [],
    "reduce": ["cpu"],
    "reduce_window": [],
    "reshape": [],
    "rnn": ["cpu"],
    "segment": [],
    "select": ["cpu"],
    "shape": [],
    "slice": [],
    "softmax": ["cpu", "prepare"],
    "space_to_batch_nd": [],
    "space_to_depth": [],
    "split": [],
    "tile": [],
    "unary": ["cpu", "prepare"],
}

def _camel(name):
    return "".join([part.capitalize() for part in name.split("_")])

def _function(given, name):
    return name if given == True else given

def op(
        name,
        folder,
        versions = (1, 1),
        header = None,
        bind = None,
        reference = None,
        cpu = None,
        prepare = None,
        sparse = [],
        in_place = None,
        output_type = None,
        shapes_only = [],
        custom = False,
        id = None):
    id = id or name.upper()
    shared = _FAMILIES.get(folder, [])
    evaluated = _camel(folder if folder in _FAMILIES else id)
    return struct(
        name = name,
        camel = _camel(id),
        id = id,
        folder = folder,
        header = header or folder,
        min_version = versions[0],
        max_version = versions[1],
        bind = bind or "Bind" + _camel(id),
        reference = reference or "Eval" + evaluated + "Reference",
        cpu = _function(cpu or "cpu" in shared or None, "Eval" + evaluated + "Cpu"),
        prepare = _function(prepare or "prepare" in shared or None, "Prepare" + evaluated + "Cpu"),
        sparse = sparse,
        in_place = in_place,
        output_type = output_type,
        shapes_only = shapes_only,
        custom = custom,
    )

def _in_order(rows):
    for before, row in zip(rows, rows[1:]):
        if before.name == row.name:
            fail("kernels/op_table.bzl has two rows for %s" % row.name)
        if before.name > row.name:
            fail(("kernels/op_table.bzl: move the row of %s before that of %s: rows are in the " +
                  "order of their names, capitals before small letters") % (row.name, before.name))
    return rows

OPS = _in_order([
    op("ABS", "unary", versions = (1, 5), in_place = "overwrites"),
    op("ADD", "binary", versions = (1, 6), in_place = "overwrites", output_type = "OfInput0"),
    op("ADD_N", "add_n", output_type = "OfInput0"),
    op("ARG_MAX", "arg_min_max", versions = (1, 3), output_type = "ByArgMinMaxOptions"),
    op("ARG_MIN", "arg_min_max", versions = (1, 3), output_type = "ByArgMinMaxOptions"),
    op("ASSIGN_VARIABLE", "variable"),
    op("ATAN2", "binary"),
    op("AVERAGE_POOL_2D", "pool_2d", versions = (1, 3)),
    op("AudioSpectrogram", "audio_spectrogram", custom = True, id = "AUDIO_SPECTROGRAM"),
    op("BATCH_MATMUL", "batch_matmul", versions = (1, 4), cpu = True, prepare = True),
    op("BATCH_TO_SPACE_ND", "space_to_batch_nd", versions = (1, 4)),
    op("BIDIRECTIONAL_SEQUENCE_LSTM", "lstm", versions = (1, 3)),
    op("BIDIRECTIONAL_SEQUENCE_RNN", "rnn", versions = (1, 3)),
    op("BITCAST", "bitcast"),
    op("BITWISE_XOR", "binary", output_type = "OfInput0"),
    op("BROADCAST_ARGS", "broadcast_args"),
    op("BROADCAST_TO", "tile", versions = (2, 4)),
    op("BUCKETIZE", "bucketize", output_type = "Int32"),
    op("CALL_ONCE", "control_flow"),
    op("CAST", "cast", versions = (1, 9), cpu = True),
    op("CEIL", "unary", in_place = "overwrites", output_type = "OfInput0"),
    op("COMPLEX_ABS", "complex"),
    op("CONCATENATION", "concatenation", versions = (1, 7)),
    op("CONV_2D", "conv_2d", versions = (1, 8), cpu = True, prepare = True),
    op("CONV_3D", "conv_3d", cpu = True, prepare = True),
    op("CONV_3D_TRANSPOSE", "conv_3d", cpu = True, prepare = True),
    op("COS", "unary", versions = (1, 2), in_place = "overwrites"),
    op("CUMSUM", "cumsum", cpu = True),
    op("DENSIFY", "densify", sparse = [0]),
    op("DEPTHWISE_CONV_2D", "depthwise_conv_2d", versions = (1, 7), cpu = True, prepare = True),
    op("DEPTH_TO_SPACE", "space_to_depth", versions = (1, 2)),
    op("DEQUANTIZE", "quantize", versions = (1, 9), cpu = True, output_type = "Dequantized"),
    op("DILATE", "dilate"),
    op("DIV", "binary", versions = (1, 2), in_place = "overwrites", output_type = "OfInput0"),
    op("DYNAMIC_UPDATE_SLICE", "dynamic_update_slice", versions = (1, 6), in_place = "overwrites", output_type = "OfInput0"),
    op("ELU", "activation", in_place = "overwrites"),
    op("EMBEDDING_LOOKUP", "embedding_lookup", versions = (1, 5)),
    op("EMBEDDING_LOOKUP_SPARSE", "embedding_lookup"),
    op("EQUAL", "compare", versions = (1, 5), output_type = "Bool"),
    op("EXP", "unary", versions = (1, 2), in_place = "overwrites", output_type = "OfInput0"),
    op("EXPAND_DIMS", "reshape", in_place = "keeps", output_type = "OfInput0"),
    op("FAKE_QUANT", "fake_quant", versions = (1, 2), output_type = "OfInput0"),
    op("FILL", "tile", versions = (1, 5), output_type = "OfInput1"),
    op("FLOOR", "unary", in_place = "overwrites", output_type = "OfInput0"),
    op("FLOOR_DIV", "binary", versions = (1, 3), output_type = "OfInput0"),
    op("FLOOR_MOD", "binary", versions = (1, 2), output_type = "OfInput0"),
    op("FULLY_CONNECTED", "fully_connected", versions = (1, 14), cpu = True, prepare = True, sparse = [1]),
    op("GATHER", "gather", versions = (1, 8), output_type = "OfInput0"),
    op("GATHER_ND", "gather_nd", versions = (1, 6), output_type = "OfInput0"),
    op("GELU", "activation", versions = (1, 3), in_place = "overwrites"),
    op("GREATER", "compare", versions = (1, 2), output_type = "Bool"),
    op("GREATER_EQUAL", "compare", versions = (1, 3), output_type = "Bool"),
    op("HARD_SWISH", "activation", in_place = "overwrites"),
    op("HASHTABLE", "hashtable"),
    op("HASHTABLE_FIND", "hashtable"),
    op("HASHTABLE_IMPORT", "hashtable"),
    op("HASHTABLE_LOOKUP", "hashtable"),
    op("HASHTABLE_SIZE", "hashtable"),
    op("IF", "control_flow", reference = "EvalBranchReference"),
    op("IMAG", "complex"),
    op("L2_NORMALIZATION", "l2_normalization", versions = (1, 2), cpu = True),
    op("L2_POOL_2D", "pool_2d"),
    op("LEAKY_RELU", "activation", versions = (1, 2), in_place = "overwrites"),
    op("LESS", "compare", versions = (1, 3), output_type = "Bool"),
    op("LESS_EQUAL", "compare", versions = (1, 2), output_type = "Bool"),
    op("LOCAL_RESPONSE_NORMALIZATION", "local_response_normalization"),
    op("LOG", "unary", versions = (1, 2), in_place = "overwrites"),
    op("LOGICAL_AND", "binary", output_type = "Bool"),
    op("LOGICAL_NOT", "unary", in_place = "overwrites"),
    op("LOGICAL_OR", "binary", output_type = "Bool"),
    op("LOGISTIC", "activation", versions = (1, 3), in_place = "overwrites"),
    op("LOG_SOFTMAX", "softmax", versions = (1, 2)),
    op("LSH_PROJECTION", "lsh_projection"),
    op("LSTM", "lstm", versions = (1, 4)),
    op("MATRIX_DIAG", "matrix_diag", output_type = "OfInput0"),
    op("MATRIX_SET_DIAG", "matrix_diag", output_type = "OfInput0"),
    op("MAXIMUM", "binary", versions = (1, 4), in_place = "overwrites", output_type = "OfInput0"),
    op("MAX_POOL_2D", "pool_2d", versions = (1, 3)),
    op("MEAN", "reduce", versions = (1, 3)),
    op("MINIMUM", "binary", versions = (1, 4), in_place = "overwrites", output_type = "OfInput0"),
    op("MIRROR_PAD", "mirror_pad", versions = (1, 3)),
    op("MUL", "binary", versions = (1, 8), in_place = "overwrites"),
    op("MULTINOMIAL", "random", prepare = "PrepareRandom"),
    op("Mfcc", "mfcc", custom = True),
    op("NEG", "unary", in_place = "overwrites", output_type = "OfInput0"),
    op("NON_MAX_SUPPRESSION_V4", "non_max_suppression", output_type = "Int32"),
    op("NON_MAX_SUPPRESSION_V5", "non_max_suppression", output_type = "Int32ButScores"),
    op("NOT_EQUAL", "compare", versions = (1, 4), output_type = "Bool"),
    op("NumericVerify", "numeric_verify", output_type = "Float32", custom = True, id = "NUMERIC_VERIFY"),
    op("ONE_HOT", "one_hot", output_type = "OfInput2"),
    op("PACK", "concatenation", versions = (1, 5)),
    op("PAD", "pad", versions = (1, 6)),
    op("PADV2", "pad", versions = (1, 6)),
    op("POW", "binary", output_type = "OfInput0"),
    op("PRELU", "prelu", cpu = True, output_type = "OfInput0"),
    op("QUANTIZE", "quantize", versions = (1, 6), cpu = True, prepare = True),
    op("RANDOM_STANDARD_NORMAL", "random", prepare = "PrepareRandom"),
    op("RANDOM_UNIFORM", "random", prepare = "PrepareRandom"),
    op("RANGE", "range", versions = (1, 2), output_type = "OfInput0"),
    op("RANK", "shape", output_type = "Int32", shapes_only = [0]),
    op("READ_VARIABLE", "variable"),
    op("REAL", "complex"),
    op("REDUCE_ALL", "reduce"),
    op("REDUCE_ANY", "reduce"),
    op("REDUCE_MAX", "reduce", versions = (1, 3)),
    op("REDUCE_MIN", "reduce", versions = (1, 3)),
    op("REDUCE_PROD", "reduce", versions = (1, 2)),
    op("REDUCE_WINDOW", "reduce_window"),
    op("RELU", "activation", versions = (1, 3), in_place = "overwrites"),
    op("RELU6", "activation", versions = (1, 3), in_place = "overwrites"),
    op("RELU_0_TO_1", "activation", in_place = "overwrites"),
    op("RELU_N1_TO_1", "activation", in_place = "overwrites"),
    op("RESHAPE", "reshape", in_place = "keeps", shapes_only = [1]),
    op("RESIZE_BILINEAR", "resize", versions = (1, 4), cpu = True, output_type = "OfInput0"),
    op("RESIZE_NEAREST_NEIGHBOR", "resize", versions = (1, 4), cpu = True, output_type = "OfInput0"),
    op("REVERSE_SEQUENCE", "reverse"),
    op("REVERSE_V2", "reverse", versions = (1, 4)),
    op("RFFT2D", "rfft2d", cpu = True, prepare = True, output_type = "Complex64"),
    op("RIGHT_SHIFT", "binary", output_type = "OfInput0"),
    op("RNN", "rnn", versions = (1, 3)),
    op("ROUND", "unary", in_place = "overwrites", output_type = "OfInput0"),
    op("RSQRT", "unary", versions = (1, 3), in_place = "overwrites"),
    op("SCATTER_ND", "scatter_nd", output_type = "OfInput1"),
    op("SEGMENT_SUM", "segment"),
    op("SELECT", "select", versions = (1, 4), output_type = "OfInput1"),
    op("SELECT_V2", "select", versions = (1, 2), output_type = "OfInput1"),
    op("SHAPE", "shape", output_type = "ByShapeOptions", shapes_only = [0]),
    op("SIGN", "unary", versions = (1, 2), in_place = "overwrites"),
    op("SIN", "unary", versions = (1, 2), in_place = "overwrites"),
    op("SKIP_GRAM", "skip_gram"),
    op("SLICE", "slice", versions = (1, 8)),
    op("SOFTMAX", "softmax", versions = (1, 4), in_place = "overwrites"),
    op("SPACE_TO_BATCH_ND", "space_to_batch_nd", versions = (1, 4)),
    op("SPACE_TO_DEPTH", "space_to_depth", versions = (1, 2)),
    op("SPARSE_TO_DENSE", "sparse_to_dense", versions = (1, 3), output_type = "OfInput2"),
    op("SPLIT", "split", versions = (1, 5), output_type = "OfInput1"),
    op("SPLIT_V", "split", versions = (1, 3), output_type = "OfInput0"),
    op("SQRT", "unary", versions = (1, 2), in_place = "overwrites"),
    op("SQUARE", "unary", in_place = "overwrites"),
    op("SQUARED_DIFFERENCE", "binary", versions = (1, 2), in_place = "overwrites", output_type = "OfInput0"),
    op("SQUEEZE", "reshape", versions = (1, 2), in_place = "keeps"),
    op("STABLEHLO_ADD", "binary"),
    op("STABLEHLO_AND", "binary"),
    op("STABLEHLO_CASE", "control_flow", reference = "EvalBranchReference"),
    op("STABLEHLO_COMPOSITE", "control_flow", reference = "EvalBranchReference"),
    op("STABLEHLO_GATHER", "stablehlo_gather"),
    op("STABLEHLO_MAXIMUM", "binary"),
    op("STABLEHLO_MINIMUM", "binary"),
    op("STABLEHLO_MULTIPLY", "binary"),
    op("STABLEHLO_PAD", "pad"),
    op("STABLEHLO_REDUCE_WINDOW", "reduce_window"),
    op("STABLEHLO_RNG_BIT_GENERATOR", "random", reference = "EvalStablehloRngBitGeneratorReference"),
    op("STABLEHLO_SCATTER", "stablehlo_scatter"),
    op("STABLEHLO_SHIFT_LEFT", "binary", output_type = "OfInput0"),
    op("STRIDED_SLICE", "slice", versions = (1, 8)),
    op("SUB", "binary", versions = (1, 5), in_place = "overwrites", output_type = "OfInput0"),
    op("SUM", "reduce", versions = (1, 2)),
    op("SVDF", "svdf", versions = (1, 4), cpu = True),
    op("TANH", "activation", versions = (1, 3), in_place = "overwrites"),
    op("TFLite_Detection_PostProcess", "detection_postprocess", output_type = "Float32", custom = True, id = "DETECTION_POSTPROCESS"),
    op("TILE", "tile", versions = (1, 3)),
    op("TOPK_V2", "topk_v2", versions = (1, 3), cpu = True),
    op("TRANSPOSE", "transpose", versions = (1, 9), cpu = True),
    op("TRANSPOSE_CONV", "transpose_conv", versions = (1, 5), cpu = True, prepare = True),
    op("UNIDIRECTIONAL_SEQUENCE_LSTM", "lstm", versions = (1, 4)),
    op("UNIDIRECTIONAL_SEQUENCE_RNN", "rnn", versions = (1, 3)),
    op("UNIQUE", "unique"),
    op("UNPACK", "split", versions = (1, 6)),
    op("UNSORTED_SEGMENT_MAX", "segment"),
    op("UNSORTED_SEGMENT_MIN", "segment"),
    op("UNSORTED_SEGMENT_PROD", "segment"),
    op("UNSORTED_SEGMENT_SUM", "segment"),
    op("VAR_HANDLE", "variable"),
    op("WHERE", "where", versions = (1, 2), output_type = "Int64"),
    op("WHILE", "control_flow"),
    op("ZEROS_LIKE", "zeros_like", output_type = "OfInput0", shapes_only = [0]),
    op("aeq.hadamard_rotation", "hadamard_rotation", custom = True, id = "HADAMARD_ROTATION"),
])

# Operators that no resolver holds by itself: tflite::ops::custom::Register_*.
EXTRA_OPS = _in_order([
    op("AveragePool3D", "pool_3d", bind = "BindAveragePool3d", custom = True, id = "AVG_POOL_3D"),
    op("Irfft2d", "irfft2d", custom = True),
    op("MaxPool3D", "pool_3d", custom = True, id = "MAX_POOL_3D"),
    op("RandomUniformInt", "random", prepare = "PrepareRandom", custom = True, id = "RANDOM_UNIFORM_INT"),
    op("Roll", "roll", custom = True),
    op("Table", "table", custom = True),
    op("UNIDIRECTIONAL_SEQUENCE_GRU", "gru", custom = True),
])

# Built-in operators that programs also add as custom ones.
ALSO_CUSTOM = [
    "ATAN2",
    "HASHTABLE",
    "HASHTABLE_FIND",
    "HASHTABLE_IMPORT",
    "HASHTABLE_LOOKUP",
    "HASHTABLE_SIZE",
    "MULTINOMIAL",
    "RANDOM_STANDARD_NORMAL",
    "RANDOM_UNIFORM",
    "SIGN",
]

# Other names for the Register_* functions, by which programs know the kernels of
# an operator. Beside these, each operator has Register_<ID>_REF, its reference
# kernel, and Register_<ID>_GENERIC_OPT, the one the resolver holds.
REFERENCE_ALIASES = {
    "CONVOLUTION_REF": "CONV_2D",
    "DEPTHWISE_CONVOLUTION_REF": "DEPTHWISE_CONV_2D",
    "L2NORM_REF": "L2_NORMALIZATION",
    "LOCAL_RESPONSE_NORM_REF": "LOCAL_RESPONSE_NORMALIZATION",
    "AVERAGE_POOL_REF": "AVERAGE_POOL_2D",
    "L2_POOL_REF": "L2_POOL_2D",
    "MAX_POOL_REF": "MAX_POOL_2D",
    "TRANSPOSECONV_REF": "TRANSPOSE_CONV",
}
ALIASES = {
    "ADD_NEON_OPT": "ADD",
    "AVERAGE_POOL_GENERIC_OPT": "AVERAGE_POOL_2D",
    "BATCH_MATMUL_GENERIC_OPTIMIZED": "BATCH_MATMUL",
    "CONVOLUTION_CBLAS_OPT": "CONV_2D",
    "CONVOLUTION_GENERIC_OPT": "CONV_2D",
    "CONVOLUTION_MULTITHREADED_OPT": "CONV_2D",
    "CONV_2D_UINT8": "CONV_2D",
    "DEPTHWISE_CONVOLUTION_GENERIC_OPT": "DEPTHWISE_CONV_2D",
    "DEPTHWISE_CONVOLUTION_NEON_OPT": "DEPTHWISE_CONV_2D",
    "DEPTHWISE_CONV_2D_UINT8": "DEPTHWISE_CONV_2D",
    "DEQUANTIZE_OPT": "DEQUANTIZE",
    "DIV_NEON_OPT": "DIV",
    "FULLY_CONNECTED_PIE": "FULLY_CONNECTED",
    "L2NORM_GENERIC_OPT": "L2_NORMALIZATION",
    "L2_POOL_GENERIC_OPT": "L2_POOL_2D",
    "LOCAL_RESPONSE_NORM_GENERIC_OPT": "LOCAL_RESPONSE_NORMALIZATION",
    "LOGISTIC_FIXED_POINT_OPT": "LOGISTIC",
    "MAX_POOL_GENERIC_OPT": "MAX_POOL_2D",
    "MEAN_OPT": "MEAN",
    "MUL_NEON_OPT": "MUL",
    "QUANTIZE_OPT": "QUANTIZE",
    "SUB_NEON_OPT": "SUB",
    "SUM_OPT": "SUM",
    "TANH_FIXED_POINT_OPT": "TANH",
    "TRANSPOSECONV_GENERIC_OPT": "TRANSPOSE_CONV",
}
