/**
 * Pages as one HTML file each. {@link io.whorl.cli.html.ReportPage} and {@link io.whorl.cli.html.ClustersPage} are the
 * entry points.
 */
package io.whorl.cli.html;
