/** The command line: {@link io.whorl.cli.Main} is the entry; one command a file. */
package io.whorl.cli;
