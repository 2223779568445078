/**
 * Layouts of a minutia table kept for comparison: {@link io.whorl.bench.layout.MinutiaTable} is what all of them, and
 * the rivals, are asked through. Prototypes: one mapping of at most 2 GiB, nothing checked on opening, all singletons.
 */
package io.whorl.bench.layout;
