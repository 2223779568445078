/** Samples with known answers, and how well they are found; {@link io.whorl.cli.demo.Samples} is the entry. */
package io.whorl.cli.demo;
