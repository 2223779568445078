/**
 * Writes figures of any kind: tables as Markdown and CSV, plots for Vega, and the frame and the sortable tables of HTML
 * pages that need no other file. Equal figures give identical files.
 */
package io.whorl.lab.report;
