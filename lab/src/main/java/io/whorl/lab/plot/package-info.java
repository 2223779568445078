/**
 * Plots: a model, a layout, and a rendering as SVG. Nothing here depends on what is plotted.
 * {@link io.whorl.lab.plot.Drawing} is the entry point.
 */
package io.whorl.lab.plot;
