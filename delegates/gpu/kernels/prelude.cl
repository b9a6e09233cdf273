#define ENTRY __attribute__((reqd_work_group_size(WG_X, WG_Y, WG_Z))) kernel
#define STATIC static
#define f4 float4
#define i4 int4
#define u4 uint4
#define f16 float16
#define F4(a, b, c, d) ((float4)(a, b, c, d))
#define F4S(x) ((float4)(x))
#define F16S(x) ((float16)(x))
#define I4(a, b, c, d) ((int4)(a, b, c, d))
#define I4S(x) ((int4)(x))
#define U4S(x) ((uint4)(x))
#define TO_FLOAT(x) ((float)(x))
#define TO_INT(x) ((int)(x))
#define TO_UINT(x) ((uint)(x))
#define U4_OF(x) as_uint4(x)
#define I4_OF(x) as_int4(x)
#define MUL_HIGH(x, y) mul_hi(x, y)
#define BITS_TO_FLOAT(x) as_float((uint)(x))
#define FLOAT_TO_BITS(x) as_uint((float)(x))
#define FABS(x) fabs(x)
#define RSQRT(x) (1.0f / sqrt(x))
#define ROUND_EVEN(x) rint(x)
#define TRUNC(x) trunc(x)
#define ATAN2(y, x) atan2(y, x)
#define FMOD(x, y) fmod(x, y)
// Comparisons with NaN are false on all drivers.
#define KEEP_NAN(x, y) (y)
#define CLAMP4(x, low, high) select(select(x, high, x > high), low, x < low)
#define CLAMP16 CLAMP4
// Of NaN and a number, the number; max() and min() may return either.
#define LARGER(x, y) ((y) > (x) || (x) != (x) ? (y) : (x))
#define SMALLER(x, y) ((y) < (x) || (x) != (x) ? (y) : (x))
#define SIN(x) sin(x)
#define COS(x) cos(x)
#define GLOBAL_ID(d) ((int)get_global_id(d))
#define LOCAL_ID(d) ((int)get_local_id(d))
#define GROUP_ID(d) ((int)get_group_id(d))
#define GROUP_SIZE(d) ((int)get_local_size(d))
#define GLOBAL_SIZE(d) ((int)get_global_size(d))
// Grids that are long are folded into two dimensions.
#define FLAT_ID() (GLOBAL_ID(1) * GLOBAL_SIZE(0) + GLOBAL_ID(0))
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
// A compiler that does not know the pragma ignores it, while the attribute of
// OpenCL C 2.0 is an error where a compiler insists on that version.
#define UNROLL _Pragma("unroll")
// Halves in words, the first in the lower bits.
#define HALF_AT(words, i) vload_half(i, (global const half*)(words))
uint pack_halves(float x, float y) {
  ushort halves[2];
  vstore_half_rte(x, 0, (half*)halves);
  vstore_half_rte(y, 1, (half*)halves);
  return ((uint)halves[1] << 16) | halves[0];
}
#ifdef INT8_DOT
#define DOT4(a, b) dot_4x8packed_ss_int(TO_UINT(a), TO_UINT(b))
#endif
// Real numbers in memory, for translate/.
#ifdef HALF_REALS
#define REAL half
#define REAL4 half
#define REAL16 half
#define LOAD_REAL(buffer, i) vload_half(i, buffer)
#define LOAD_REAL4(buffer, i) vload_half4(i, buffer)
#define LOAD_REAL16(buffer, i) vload_half16(i, buffer)
#define STORE_REAL(buffer, i, x) vstore_half_rte(x, i, buffer)
#define STORE_REAL4(buffer, i, x) vstore_half4_rte(x, i, buffer)
#define STORE_REAL16(buffer, i, x) vstore_half16_rte(x, i, buffer)
// 16 elements from i on, wherever that is.
#define LOAD16_AT(buffer, i) vload_half16(0, (buffer) + (i))
#define STORE16_AT(buffer, i, x) vstore_half16_rte(x, 0, (buffer) + (i))
#else
#define REAL float
#define REAL4 float4
#define REAL16 float16
#define LOAD_REAL(buffer, i) (buffer)[i]
#define LOAD_REAL4(buffer, i) (buffer)[i]
#define LOAD_REAL16(buffer, i) (buffer)[i]
#define STORE_REAL(buffer, i, x) (buffer)[i] = x
#define STORE_REAL4(buffer, i, x) (buffer)[i] = x
#define STORE_REAL16(buffer, i, x) (buffer)[i] = x
#define LOAD16_AT(buffer, i) vload16(0, (buffer) + (i))
#define STORE16_AT(buffer, i, x) vstore16(x, 0, (buffer) + (i))
#endif
