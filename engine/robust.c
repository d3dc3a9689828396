/* Trimmed means and Student's distribution. */
#include "engine/robust.h"

#include <math.h>
#include <stdlib.h>

enum { TRIMMED_SHARE = 5, FRACTION_STEPS = 300, BISECTIONS = 60 };

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double robust_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}

RobustMean robust_mean(double *values, int count)
{
    int cut = count / TRIMMED_SHARE, kept = count - 2 * cut;
    double sum = 0, winsorized = 0, squares = 0;
    if (count < 1)
        return (RobustMean){0, INFINITY, 1};
    qsort(values, (size_t)count, sizeof *values, by_value);
    for (int i = cut; i < count - cut; i++)
        sum += values[i];
    winsorized = (sum + cut * (values[cut] + values[count - cut - 1])) / count;
    for (int i = 0; i < count; i++) {
        int inner = i < cut ? cut : i >= count - cut ? count - cut - 1 : i;
        squares += (values[inner] - winsorized) * (values[inner] - winsorized);
    }
    if (kept < 2)
        return (RobustMean){sum / kept, INFINITY, 1};
    return (RobustMean){sum / kept, sqrt(squares / ((double)kept * (kept - 1))), kept - 1};
}

/* Adds the variances of independent terms of a sum, each times `weight` squared. */
static RobustMean combine(const RobustMean *terms, int count, double mean, double weight)
{
    double variance = 0, spread = 0;
    for (int i = 0; i < count; i++) {
        double own = weight * weight * terms[i].error * terms[i].error;
        variance += own;
        spread += own * own / terms[i].freedom;
    }
    double freedom = isfinite(variance) && spread > 0 ? variance * variance / spread : 1;
    return (RobustMean){mean, sqrt(variance), freedom};
}

RobustMean robust_average(const RobustMean *means, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += means[i].mean;
    return combine(means, count, sum / count, 1.0 / count);
}

RobustMean robust_difference(RobustMean a, RobustMean b)
{
    RobustMean terms[] = {a, b};
    return combine(terms, 2, a.mean - b.mean, 1);
}

double robust_margin(const RobustMean *mean, double confidence)
{
    if (!isfinite(mean->error))
        return INFINITY;
    return mean->error * student_quantile(0.5 + confidence / 2, mean->freedom);
}

double robust_positive(const RobustMean *mean)
{
    if (!isfinite(mean->error))
        return 0.5;
    if (mean->error > 0)
        return student_below(mean->mean / mean->error, mean->freedom);
    return mean->mean > 0 ? 1 : mean->mean < 0 ? 0 : 0.5;
}

/* The continued fraction of the incomplete beta function (Abramowitz and Stegun 26.5.8), by the
 * method of Lentz (1976). */
static double beta_fraction(double a, double b, double x)
{
    static const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double fraction = d;
    for (int m = 1; m <= FRACTION_STEPS; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double terms[] = {even, odd}, before = fraction;
        for (int i = 0; i < 2; i++) {
            d = 1 + terms[i] * d;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            c = 1 + terms[i] / c;
            c = fabs(c) < tiny ? tiny : c;
            fraction *= c * d;
        }
        if (fabs(fraction - before) <= 1e-15 * fabs(fraction))
            break;
    }
    return fraction;
}

/* The regularised incomplete beta function I_x(a, b). */
static double beta_share(double a, double b, double x)
{
    if (x <= 0 || x >= 1)
        return x > 0;
    double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double student_below(double t, double freedom)
{
    double square = t * t, sum = freedom + square;
    /* From the side where the share is small, so that no digits are lost. */
    if (square < freedom)
        return 0.5 + copysign(0.5 * beta_share(0.5, freedom / 2, square / sum), t);
    double tail = 0.5 * beta_share(freedom / 2, 0.5, freedom / sum);
    return t > 0 ? 1 - tail : tail;
}

double student_quantile(double chance, double freedom)
{
    double low = -1, high = 1;
    while (student_below(low, freedom) > chance)
        low *= 2;
    while (student_below(high, freedom) < chance)
        high *= 2;
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = 0.5 * (low + high);
        *(student_below(middle, freedom) < chance ? &low : &high) = middle;
    }
    return 0.5 * (low + high);
}
