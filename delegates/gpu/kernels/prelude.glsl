#version 450
#extension GL_EXT_control_flow_attributes : require
// A capability is asked of the device only by kernels that use it.
#extension GL_KHR_shader_subgroup_shuffle : enable
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
#define STATIC
#define f4 vec4
#define i4 ivec4
#define u4 uvec4
#define F4(a, b, c, d) vec4(a, b, c, d)
#define F4S(x) vec4(x)
#define I4(a, b, c, d) ivec4(a, b, c, d)
#define I4S(x) ivec4(x)
#define U4S(x) uvec4(x)
#define TO_FLOAT(x) float(x)
#define TO_INT(x) int(x)
#define TO_UINT(x) uint(x)
#define MUL_HIGH(x, y) multiply_high(x, y)
#define U4_OF(x) uvec4(x)
#define I4_OF(x) ivec4(x)
#define BITS_TO_FLOAT(x) uintBitsToFloat(x)
#define FLOAT_TO_BITS(x) floatBitsToUint(x)
#define FABS(x) abs(x)
#define RSQRT(x) inversesqrt(x)
#define ROUND_EVEN(x) roundEven(x)
#define TRUNC(x) trunc(x)
#define ATAN2(y, x) precise_atan2(y, x)
#define FMOD(x, y) precise_fmod(x, y)
// Drivers may assume that no operand of a comparison is NaN, and compute a minimum
// or maximum instead, which drops it; they assume nothing of integers.
#define IS_NAN(x) ((floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u)
#define KEEP_NAN(x, y) (IS_NAN(x) ? (x) : (y))
#define CLAMP4(x, low, high) clamp_4(x, low, high)
#define LARGER(x, y) larger(x, y)
#define SMALLER(x, y) smaller(x, y)
#define SIN(x) precise_sine(x, 0u)
#define COS(x) precise_sine(x, 1u)
#define GLOBAL_ID(d) int(gl_GlobalInvocationID[d])
#define LOCAL_ID(d) int(gl_LocalInvocationID[d])
#define GROUP_ID(d) int(gl_WorkGroupID[d])
#define GROUP_SIZE(d) int(gl_WorkGroupSize[d])
#define GLOBAL_SIZE(d) int(gl_NumWorkGroups[d] * gl_WorkGroupSize[d])
// Grids that are long are folded into two dimensions.
#define FLAT_ID() (GLOBAL_ID(1) * GLOBAL_SIZE(0) + GLOBAL_ID(0))
#define BARRIER() barrier()
#define SUBGROUP_SHUFFLE(x, lane) subgroupShuffle(x, lane)
#define UNROLL [[unroll]]
// Halves in words, the first in the lower bits.
#define HALF_AT(words, i) unpackHalf2x16(words[(i) >> 1] >> (((i) & 1) * 16)).x
uint pack_halves(float x, float y) {
  return packHalf2x16(vec2(x, y));
}
#ifdef INT8_DOT
// OpSDot with its two capabilities; the format of packed words is 0.
#extension GL_EXT_spirv_intrinsics : require
spirv_instruction(extensions = ["SPV_KHR_integer_dot_product"], capabilities = [6018, 6019], id = 4450)
int packed_dot(int a, int b, spirv_literal int format);
#define DOT4(a, b) packed_dot(TO_INT(a), TO_INT(b), 0)
#endif
// Real numbers in memory, for translate/. Four halves are two words.
#ifdef HALF_REALS
#extension GL_EXT_shader_16bit_storage : require
#define REAL float16_t
#define REAL4 uvec2
#define LOAD_REAL(buffer, i) float(buffer[i])
#define LOAD_REAL4(buffer, i) unpack_half4(buffer[i])
#define STORE_REAL(buffer, i, x) buffer[i] = float16_t(x)
#define STORE_REAL4(buffer, i, x) buffer[i] = pack_half4(x)
#else
#define REAL float
#define REAL4 vec4
#define LOAD_REAL(buffer, i) buffer[i]
#define LOAD_REAL4(buffer, i) buffer[i]
#define STORE_REAL(buffer, i, x) buffer[i] = x
#define STORE_REAL4(buffer, i, x) buffer[i] = x
#endif
bvec4 are_nan(vec4 x) {
  return greaterThan(floatBitsToUint(x) & 0x7fffffffu, uvec4(0x7f800000u));
}
vec4 clamp_4(vec4 x, vec4 low, vec4 high) {
  vec4 clamped = mix(mix(x, high, greaterThan(x, high)), low, lessThan(x, low));
  return mix(clamped, x, are_nan(x));
}
// Of NaN and a number, the number; Vulkan's own may be either.
float larger(float x, float y) {
  return IS_NAN(x) ? y : IS_NAN(y) ? x : max(x, y);
}
float smaller(float x, float y) {
  return IS_NAN(x) ? y : IS_NAN(y) ? x : min(x, y);
}
vec4 larger(vec4 x, vec4 y) {
  return mix(mix(max(x, y), x, are_nan(y)), y, are_nan(x));
}
int larger(int x, int y) {
  return max(x, y);
}
int smaller(int x, int y) {
  return min(x, y);
}
vec4 unpack_half4(uvec2 bits) {
  return vec4(unpackHalf2x16(bits.x), unpackHalf2x16(bits.y));
}
uvec2 pack_half4(vec4 x) {
  return uvec2(packHalf2x16(x.xy), packHalf2x16(x.zw));
}
// The upper 32 bits of products.
int multiply_high(int x, int y) {
  int high, low;
  imulExtended(x, y, high, low);
  return high;
}
ivec4 multiply_high(ivec4 x, ivec4 y) {
  ivec4 high, low;
  imulExtended(x, y, high, low);
  return high;
}
// Vulkan's own may be off by 4096 units in the last place.
float precise_atan2(float y, float x) {
  if (isnan(x) || isnan(y)) return x + y;
  float a = abs(y);
  float b = abs(x);
  float larger = max(a, b);
  float t = a == b ? (a == 0.0f ? 0.0f : 1.0f) : min(a, b) / larger;
  // atan(t) = pi/4 + atan((t - 1) / (t + 1)) keeps the series' argument small.
  bool upper = t > 0.414213562f;
  float z = upper ? (t - 1.0f) / (t + 1.0f) : t;
  float s = z * z;
  float series = -0.0645938002f;
  series = 0.107462999f + s * series;
  series = -0.142642327f + s * series;
  series = 0.199995501f + s * series;
  series = -0.333333318f + s * series;
  float angle = z + z * s * series;
  if (upper) angle += 0.785398163f;
  if (a > b) angle = 1.57079633f - angle;
  // The sign of a zero counts.
  if (floatBitsToInt(x) < 0) angle = 3.14159265f - angle;
  return floatBitsToInt(y) < 0 ? -angle : angle;
}
// What x / y leaves, with the sign of x. x - y * trunc(x / y) has no correct digit
// once the quotient fills a float.
float precise_fmod(float x, float y) {
  uint a = floatBitsToUint(x) & 0x7fffffffu;
  uint b = floatBitsToUint(y) & 0x7fffffffu;
  if (a >= 0x7f800000u || b > 0x7f800000u || b == 0u) return BITS_TO_FLOAT(0x7fc00000u);
  if (a < b) return x;
  // Division by hand of significands, eight bits at a time.
  uint places = max(a >> 23, 1u) - max(b >> 23, 1u);
  uint divisor = b < 0x800000u ? b : (b & 0x7fffffu) | 0x800000u;
  uint rest = (a < 0x800000u ? a : (a & 0x7fffffu) | 0x800000u) % divisor;
  while (places > 0u) {
    uint step = min(places, 8u);
    rest = (rest << step) % divisor;
    places -= step;
  }
  float r = float(rest) * 1.1920929e-7f * uintBitsToFloat(max(b >> 23, 1u) << 23);
  return floatBitsToInt(x) < 0 ? -r : r;
}
// Vulkan's own may be off by 2^-11, and by anything beyond pi. The angle is what is
// left of |x| in units of pi/2, `quarters` their number.
float reduced_angle(float x, out uint quarters) {
  quarters = 0u;
  float a = abs(x);
  if (a < 0.785398163f) return a;
  // The product of the significand and those 96 bits of 2/pi that matter.
  const uint bits[8] = uint[8](0u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu);
  uint stored = floatBitsToUint(a);
  uint first = (stored >> 23) - 120u;
  uint word = first / 32u;
  uint shift = first % 32u;
  uint part[3];
  for (uint i = 0u; i < 3u; ++i) {
    part[i] = shift == 0u ? bits[word + i] : bits[word + i] << shift | bits[word + i + 1u] >> (32u - shift);
  }
  uint significand = (stored & 0x7fffffu) | 0x800000u;
  uint low;
  uint middle;
  uint high;
  uint carry;
  umulExtended(part[2], significand, carry, low);
  umulExtended(part[1], significand, high, middle);
  middle += carry;
  high += (middle < carry ? 1u : 0u) + part[0] * significand;
  quarters = high >> 30;
  int turn = int(high << 2 | middle >> 30);
  if (turn < 0) quarters += 1u;
  return 1.57079633f * (float(turn) * 2.32830644e-10f + float(middle << 2 | low >> 30) * 5.42101086e-20f);
}
// The sine, a number of right angles on.
float precise_sine(float x, uint right_angles) {
  if (isnan(x) || isinf(x)) return BITS_TO_FLOAT(0x7fc00000u);
  uint quarters;
  float angle = reduced_angle(x, quarters);
  // The sine is odd, the cosine even.
  bool negative = right_angles == 0u && floatBitsToInt(x) < 0;
  quarters += right_angles;
  float s = angle * angle;
  float value;
  if ((quarters & 1u) == 0u) {
    value = angle + angle * s * (-0.166666546f + s * (0.00833216087f + s * -0.000195152959f));
  } else {
    value = 1.0f - 0.5f * s + s * s * (0.0416666457f + s * (-0.00138873162f + s * 2.44331571e-5f));
  }
  return ((quarters & 2u) != 0u) != negative ? -value : value;
}
