/**
 * The documents that a command reads, and the count of those that it cannot read.
 * {@link io.whorl.cli.input.SourceReader} is the entry point.
 */
package io.whorl.cli.input;
