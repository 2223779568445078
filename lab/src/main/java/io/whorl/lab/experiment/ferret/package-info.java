/** Trigrams, resemblance and doctored files (LMD 6, tables 3 to 7). */
package io.whorl.lab.experiment.ferret;
