/**
 * Finds all pairs of similar documents of a segment in bounded memory; {@link io.whorl.pairs.PairSearch} is the entry.
 * The module does not export this package. The short names of papers are spelled out in docs/DEFINITIONS.md.
 */
package io.whorl.pairs;
