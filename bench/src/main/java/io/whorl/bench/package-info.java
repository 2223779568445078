/**
 * Measures Whorl, floors and rivals in the same run. {@link io.whorl.bench.Main} is the command.
 *
 * <p>A {@link io.whorl.bench.Section} measures and returns rows; {@link io.whorl.bench.Results} has their bars and
 * their Markdown form. Whorl and each rival have the settings that their documentation advises; a system is one file,
 * which implements the parts of {@link io.whorl.bench.Rival} that it offers. Real texts and collections are measured if
 * they are available, and generated ones if not. The parameters of the JMH benchmarks have the values that the bars
 * refer to; the quick run and the tests use smaller ones.
 */
package io.whorl.bench;
