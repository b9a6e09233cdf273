#version 450
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
#define f4 vec4
#define i4 ivec4
#define u4 uvec4
#define F4(a, b, c, d) vec4(a, b, c, d)
#define F4S(x) vec4(x)
#define I4(a, b, c, d) ivec4(a, b, c, d)
#define U4(a, b, c, d) uvec4(a, b, c, d)
#define TO_FLOAT(x) float(x)
#define TO_INT(x) int(x)
#define TO_UINT(x) uint(x)
#define BITS_TO_FLOAT(x) uintBitsToFloat(x)
#define FLOAT_TO_BITS(x) floatBitsToUint(x)
#define FABS(x) abs(x)
#define RSQRT(x) inversesqrt(x)
#define ROUND_EVEN(x) roundEven(x)
#define TRUNC(x) trunc(x)
#define ATAN2(y, x) atan(y, x)
#define IS_NAN(x) isnan(x)
#define GLOBAL_ID(d) int(gl_GlobalInvocationID[d])
#define LOCAL_ID(d) int(gl_LocalInvocationID[d])
#define GROUP_ID(d) int(gl_WorkGroupID[d])
#define GROUP_SIZE(d) int(gl_WorkGroupSize[d])
#define GLOBAL_SIZE(d) int(gl_NumWorkGroups[d] * gl_WorkGroupSize[d])
// Grids that are long are folded into two dimensions.
#define FLAT_ID() (GLOBAL_ID(1) * GLOBAL_SIZE(0) + GLOBAL_ID(0))
#define BARRIER() barrier()
#define UNROLL [[unroll]]
