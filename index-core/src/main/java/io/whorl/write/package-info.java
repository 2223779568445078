/** Changing an index while it is asked: adds, deletes, commits; {@link io.whorl.write.IndexWriter} is the entry. */
package io.whorl.write;
