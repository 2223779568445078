/**
 * The streams of the process, messages, errors, the progress bar and Ctrl-C. {@link io.whorl.cli.console.Console} is
 * the entry point.
 */
package io.whorl.cli.console;
