/** Affinity, noise and sampling for testing (COPS 5 and 6). */
package io.whorl.lab.experiment.cops;
