/* Means that a few wild values do not move, with intervals: for repeated timings on a machine that
 * does other things as well. */
#ifndef ENGINE_ROBUST_H
#define ENGINE_ROBUST_H

/* An estimate with its standard error (infinite = not known) and the error's degrees of freedom. */
typedef struct RobustMean {
    double mean, error, freedom;
} RobustMean;

/* The mean without the lowest and the highest fifth of the values, which are sorted in place. Its
 * error is that of Tukey and McLaughlin (1963), from the values with the outer fifths pulled in;
 * not known for fewer than two values. */
RobustMean robust_mean(double *values, int count);

/* The mean of independent means. Freedom by Welch (1947) and Satterthwaite (1946). */
RobustMean robust_average(const RobustMean *means, int count);

/* a - b of independent means. */
RobustMean robust_difference(RobustMean a, RobustMean b);

/* Half the width of the interval that holds the true mean with this probability (0.99). */
double robust_margin(const RobustMean *mean, double confidence);

/* The chance that the true mean is above 0. */
double robust_positive(const RobustMean *mean);

/* The middle value of at least one; sorts them in place. */
double robust_median(double *values, int count);

/* The chance that Student's t with so many degrees of freedom is at most `t`. */
double student_below(double t, double freedom);

/* The t that it is below with this chance, 0 < chance < 1. */
double student_quantile(double chance, double freedom);

#endif
