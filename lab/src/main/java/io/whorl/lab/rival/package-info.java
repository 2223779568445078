/** Other systems, built and asked as Whorl is; {@link io.whorl.lab.rival.RivalIndexes} is the entry. */
package io.whorl.lab.rival;
