/* SPSA. */
#include "engine/spsa.h"

#include "engine/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double alpha = 0.602, gain = 0.101;

Status spsa_parameter_parse(const char *text, SpsaParameter *parameter, Error *error)
{
    double *const numbers[] = {&parameter->start, &parameter->minimum, &parameter->maximum,
                               &parameter->c_end, &parameter->r_end};
    size_t length = strcspn(text, ",");
    const char *at = text + length;
    bool good = length > 0 && length < sizeof parameter->name;
    *parameter = (SpsaParameter){.integer = true};
    if (good)
        memcpy(parameter->name, text, length);
    for (int i = 0; good && i < 5; i++) {
        char *end = NULL;
        good = *at == ',';
        *numbers[i] = good ? strtod(at + 1, &end) : 0;
        good = good && end != at + 1 && isfinite(*numbers[i]);
        at = good ? end : at;
    }
    if (good && !*at && parameter->minimum < parameter->maximum &&
        parameter->start >= parameter->minimum && parameter->start <= parameter->maximum &&
        parameter->c_end > 0 && parameter->r_end > 0)
        return STATUS_OK;
    return error_set(
        error, STATUS_BAD_ARGUMENT,
        "parameter: expected NAME,START,MIN,MAX,C_END,R_END with C_END and R_END above "
        "0, got '%.100s'",
        text);
}

void spsa_start(Spsa *spsa)
{
    for (int i = 0; i < spsa->count; i++)
        spsa->values[i] = spsa->parameters[i].start;
}

static double clip(const SpsaParameter *parameter, double value)
{
    return fmin(fmax(value, parameter->minimum), parameter->maximum);
}

/* The perturbation at a step. */
static double width_at(const Spsa *spsa, int index, uint64_t first)
{
    return spsa->parameters[index].c_end * pow((double)spsa->pairs / ((double)first + 1), gain);
}

/* +1 or -1 for each parameter. */
static int flip_of(Random *random)
{
    return random_next(random) >> 63 ? 1 : -1;
}

static Random flips_of(const Spsa *spsa, uint64_t pair)
{
    return random_from(random_split(spsa->seed, 2 * pair));
}

/* Rounds so that the mean stays. */
static double rounded(const SpsaParameter *parameter, double value, Random *random)
{
    double chance = (double)(random_next(random) >> 11) * 0x1p-53;
    return clip(parameter, parameter->integer ? floor(value + chance) : value);
}

void spsa_probe(const Spsa *spsa, uint64_t first, uint64_t pair, double *plus, double *minus)
{
    Random flips = flips_of(spsa, pair);
    Random random = random_from(random_split(spsa->seed, 2 * pair + 1));
    for (int i = 0; i < spsa->count; i++) {
        double move = width_at(spsa, i, first) * flip_of(&flips);
        plus[i] = rounded(&spsa->parameters[i], clip(&spsa->parameters[i], spsa->values[i] + move),
                          &random);
        minus[i] = rounded(&spsa->parameters[i], clip(&spsa->parameters[i], spsa->values[i] - move),
                           &random);
    }
}

void spsa_update(Spsa *spsa, uint64_t first, int count, const int *results)
{
    double stability = 0.1 * (double)spsa->pairs;
    double rate = pow((stability + (double)spsa->pairs) / (stability + (double)first + 1), alpha);
    double moves[SPSA_PARAMETERS_MAX] = {0};
    for (int pair = 0; pair < count; pair++) {
        Random flips = flips_of(spsa, first + (uint64_t)pair);
        for (int i = 0; i < spsa->count; i++)
            moves[i] += flip_of(&flips) * results[pair];
    }
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParameter *parameter = &spsa->parameters[i];
        double step = rate * parameter->r_end * parameter->c_end * parameter->c_end /
                      width_at(spsa, i, first);
        spsa->values[i] = clip(parameter, spsa->values[i] + step * moves[i]);
    }
}
