/** Results as a table, JSON or TSV. {@link io.whorl.cli.output.Records} is the entry point. */
package io.whorl.cli.output;
