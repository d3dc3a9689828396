/* What the two halves of the regression share: sums over the rows, and the search for the minimum.
 */
#ifndef ENGINE_REGRESSION_PRIVATE_H
#define ENGINE_REGRESSION_PRIVATE_H

#include "engine/regression.h"

/* Adds up over rows first .. end-1 in fixed parts: sum[0] = cross entropy, then, unless it is the
 * loss alone, the gradient by the weights. */
void regression_sum(const RegressionData *data, double scale, const double *weights, size_t first,
                    size_t end, bool gradient, double *sum);

/* Fills in the standard errors. */
Status regression_errors(const RegressionData *data, const RegressionOptions *options,
                         RegressionResult *result, Error *error);

#endif
