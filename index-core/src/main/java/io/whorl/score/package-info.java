/**
 * Turns counts and weights into the values of measures, and encodes the data that an index stores for each document so
 * that documents are comparable. {@link io.whorl.score.Comparison} is the entry. The module does not export this
 * package. The short names of papers are spelled out in docs/DEFINITIONS.md.
 */
package io.whorl.score;
