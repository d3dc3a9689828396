/* Simultaneous perturbation stochastic approximation (J. Spall, IEEE Trans. Aerospace and
 * Electronic Systems 34, 1998): all parameters are moved at once, each by +c or -c at random, two
 * engines with both settings play a pair of games, and all parameters follow the result. With c_k =
 * c / k^0.101 and a_k = a / (A + k)^0.602, A a tenth of all pairs; c_end and r_end = a / c^2 are
 * those of the last pair. Pair i depends on the seed, i and the values at the beginning of its step
 * alone. */
#ifndef ENGINE_SPSA_H
#define ENGINE_SPSA_H

#include "engine/status.h"

#include <stdbool.h>
#include <stdint.h>

enum { SPSA_PARAMETERS_MAX = 128, SPSA_NAME_MAX = 64 };

typedef struct SpsaParameter {
    char name[SPSA_NAME_MAX];
    double start, minimum, maximum;
    double c_end; /* last perturbation, in the parameter's units; at least 0.5 for whole numbers */
    double r_end; /* last step of a pair won by both games: 2 * r_end * c_end */
    bool integer; /* rounded at random so that the mean stays */
} SpsaParameter;

typedef struct Spsa {
    uint64_t seed, pairs; /* planned */
    int count;
    SpsaParameter parameters[SPSA_PARAMETERS_MAX];
    double values[SPSA_PARAMETERS_MAX];
} Spsa;

/* Reads "name,start,min,max,c_end,r_end". */
Status spsa_parameter_parse(const char *text, SpsaParameter *parameter, Error *error);

/* Sets all values to the start. */
void spsa_start(Spsa *spsa);

/* The two settings that a pair compares; its step begins with pair `first`. */
void spsa_probe(const Spsa *spsa, uint64_t first, uint64_t pair, double *plus, double *minus);

/* Moves the values by the results of the pairs first .. first+count-1: wins less losses of the plus
 * setting, -2 .. 2. */
void spsa_update(Spsa *spsa, uint64_t first, int count, const int *results);

#endif
