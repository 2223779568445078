/**
 * The reports of {@code build} and {@code rebuild}. {@link io.whorl.cli.report.BuildSummary} and
 * {@link io.whorl.cli.report.BuildSummary.RebuildSummary} are the entry points.
 */
package io.whorl.cli.report;
