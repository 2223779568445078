/**
 * The options that several commands share, and the conversion of their values.
 * {@link io.whorl.cli.option.ReadingOptions} and {@link io.whorl.cli.option.SchemeOptions} are the groups of options.
 */
package io.whorl.cli.option;
