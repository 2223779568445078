/**
 * Repeats the experiments of the papers on a collection. {@link io.whorl.lab.experiment.Experiments} is the entry
 * point. The short names of the papers are explained in docs/DEFINITIONS.md.
 */
package io.whorl.lab.experiment;
