/** Measures Whorl beside floors and rivals in one run; {@link io.whorl.bench.Main} is the command. */
package io.whorl.bench;
