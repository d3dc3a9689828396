/* Kernel: the kit of one game, its kernels behind function pointers that are called once per task.
 */
#include "search/registry.h"

#include "engine/rules.h"

Perft EXPORT(perft);
Playouts EXPORT(playouts);

extern const SearchKit EXPORT(searches);
const SearchKit EXPORT(searches) = {
    .perft = EXPORT(perft),
    .playouts = EXPORT(playouts),
};
