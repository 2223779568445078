/** The error of resemblance estimated from sketches (BGMZ 3). */
package io.whorl.lab.experiment.sketch;
