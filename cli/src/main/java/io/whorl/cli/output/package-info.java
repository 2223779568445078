/** Results as a table, JSON or TSV. {@link io.whorl.cli.output.Table} is the entry point. */
package io.whorl.cli.output;
