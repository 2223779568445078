/**
 * Key-value stores that hold the same fingerprints, from minutia to the documents that hold it, each filled and asked
 * as its own documentation advises; {@link io.whorl.bench.store.PostingStores} is the entry.
 */
package io.whorl.bench.store;
