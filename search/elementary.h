/* Logarithm, exponential and logistic function made of + - * / alone: the same bits on every
 * machine and compiler, which the C library's do not promise, and so the same search. */
#ifndef SEARCH_ELEMENTARY_H
#define SEARCH_ELEMENTARY_H

#include <stdint.h>
#include <string.h>

#define LN_2     0.69314718055994530942
#define LN_10    2.30258509299404568402
#define SQRT_TWO 1.41421356237309504880

enum { EXPONENT_SHIFT = 52, EXPONENT_BIAS = 1023 };

/* 2^exponent, -1022 .. 1023. */
static inline double power_of_two(int exponent)
{
    uint64_t bits = (uint64_t)(exponent + EXPONENT_BIAS) << EXPONENT_SHIFT;
    double power = 0;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* ln x for a normal x > 0, to 1e-9: the exponent and the series of artanh for the mantissa. */
static inline double natural_log(double x)
{
    uint64_t bits = 0;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> EXPONENT_SHIFT) - EXPONENT_BIAS;
    double mantissa = x * power_of_two(-exponent);
    if (mantissa > SQRT_TWO) {
        mantissa *= 0.5;
        exponent++;
    }
    double s = (mantissa - 1) / (mantissa + 1), q = s * s;
    double series = 1 + q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * (1.0 / 9))));
    return exponent * LN_2 + 2 * s * series;
}

/* e^x to a relative 1e-9; beyond +-700 as there. */
static inline double exponential(double x)
{
    x = x > 700 ? 700 : x < -700 ? -700 : x;
    int whole = (int)(x / LN_2 + (x < 0 ? -0.5 : 0.5));
    double rest = x - whole * LN_2, term = 1, sum = 1;
    for (int i = 1; i <= 9; i++) {
        term *= rest / i;
        sum += term;
    }
    return sum * power_of_two(whole);
}

/* 1 / (1 + e^-x), rising from 0 to 1. */
static inline double logistic(double x)
{
    return 1 / (1 + exponential(-x));
}

#endif
