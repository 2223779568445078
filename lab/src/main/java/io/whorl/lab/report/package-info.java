/**
 * Reports on results: an HTML page that needs no other file, and its plots as files.
 *
 * <p>{@code Chapter} makes tables and figures from a section of the grid, each kind in a class of its own.
 * {@link io.whorl.lab.plot.Drawing} draws the plots. {@code RunPage} puts everything together. Equal results give
 * identical files.
 */
package io.whorl.lab.report;
