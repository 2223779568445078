/**
 * Key-value stores with the same fingerprints, from minutia to the documents that hold it, each filled and queried as
 * its own documentation advises. {@link io.whorl.bench.store.PostingStores} is the entry point.
 */
package io.whorl.bench.store;
