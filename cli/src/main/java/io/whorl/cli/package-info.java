/** The program {@code whorl}: {@link io.whorl.cli.Main} is the entry point. */
package io.whorl.cli;
