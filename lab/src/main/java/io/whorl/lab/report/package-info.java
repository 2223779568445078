/**
 * What a run found, to be looked at: one HTML page that needs nothing else, and its plots as images.
 *
 * <p>{@code Chapter} makes a section of the grid into tables and figures, each kind in a class of its own; a
 * {@link io.whorl.lab.plot.Plot} is drawn by {@link io.whorl.lab.plot.Drawing}; {@code RunPage} puts it together. The
 * same results give the same bytes.
 */
package io.whorl.lab.report;
