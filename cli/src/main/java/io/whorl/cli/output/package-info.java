/** Results in the form asked for; {@link io.whorl.cli.output.Records} is the entry. */
package io.whorl.cli.output;
