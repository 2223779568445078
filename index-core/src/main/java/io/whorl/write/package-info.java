/**
 * Changes an index while queries run: adds, deletes and commits documents. {@link io.whorl.write.IndexWriter} is the
 * entry point.
 */
package io.whorl.write;
