/**
 * Experiments that make a few tables: those of the papers on a collection, alignment of pairs of texts with known cases
 * of copying, retrieval of sources, and clusters of known groups. The short names of the papers are explained in
 * docs/DEFINITIONS.md.
 */
package io.whorl.lab.experiment;
