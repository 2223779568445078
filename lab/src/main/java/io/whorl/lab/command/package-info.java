/** The commands. {@link io.whorl.lab.command.Commands} lists them. */
package io.whorl.lab.command;
