/**
 * Reports on results: an HTML page that needs no other file, and its plots as files. Equal results give identical
 * files. {@link io.whorl.lab.run.Report} is the entry point; {@code Report} makes the tables of a run, and
 * {@code Figure} its plots.
 */
package io.whorl.lab.report;
