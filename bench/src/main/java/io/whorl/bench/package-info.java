/** Measures Whorl, floors and rivals in the same run. {@link io.whorl.bench.Main} is the command. */
package io.whorl.bench;
