/** Indexes of other systems. {@link io.whorl.lab.rival.RivalIndexes} is the entry point. */
package io.whorl.lab.rival;
