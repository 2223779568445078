/** The reports of {@code build} and {@code rebuild}. {@link io.whorl.cli.report.BuildSummary} is the entry point. */
package io.whorl.cli.report;
