/** Queries of an index that is larger than the memory for it. */
package io.whorl.bench.overram;
