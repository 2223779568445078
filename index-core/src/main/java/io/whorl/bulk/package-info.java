/** Builds an index from many documents at once. {@link io.whorl.bulk.IndexBuilder} is the entry point. */
package io.whorl.bulk;
