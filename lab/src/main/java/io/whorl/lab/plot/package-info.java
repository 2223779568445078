/** Plots as SVG, without a library. {@link io.whorl.lab.plot.Chart} is the entry point. */
package io.whorl.lab.plot;
