/**
 * The papers' experiments, each as it was made, on a collection at hand; {@link io.whorl.lab.experiment.Experiments} is
 * the entry.
 */
package io.whorl.lab.experiment;
