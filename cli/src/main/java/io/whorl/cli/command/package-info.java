/**
 * The commands of the program, one class each. {@link io.whorl.cli.command.WhorlCommand} is the root command that lists
 * them.
 */
package io.whorl.cli.command;
