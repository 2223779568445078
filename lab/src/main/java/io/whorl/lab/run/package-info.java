/** Runs of a grid on a collection with groups. {@link io.whorl.lab.run.Laboratory} is the entry point. */
package io.whorl.lab.run;
