/**
 * The parts of a run, one for each row of the bars: each measures and gives rows;
 * {@link io.whorl.bench.section.Section} is the entry.
 */
package io.whorl.bench.section;
