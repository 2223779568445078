/** The report as one HTML file. {@link io.whorl.cli.html.ReportPage} is the entry point. */
package io.whorl.cli.html;
