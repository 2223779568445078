/** Other systems, built and asked as Whorl is; {@link io.whorl.bench.lab.rival.RivalIndexes} is the entry. */
package io.whorl.bench.lab.rival;
