/**
 * One model of a plot, and two renderings of it: SVG for a page, PNG for a paper. Nothing here knows what is plotted.
 */
package io.whorl.lab.plot;
