/**
 * A Lucene index and a Whorl index that change together. Start with {@link io.whorl.lucene.index.WhorlIndexer}.
 *
 * <p><b>A commit</b> has five steps, and a crash loses none of them:
 *
 * <ol>
 *   <li>The journal, which holds the ids and texts of all changes since the last commit, is ended with the number of
 *       Whorl's next commit, and forced to disk.
 *   <li>Lucene prepares its commit, with this number in the commit's user data.
 *   <li>Lucene commits. This is the commit: from here on, the changes are kept.
 *   <li>Whorl commits the same changes.
 *   <li>The journal is deleted.
 * </ol>
 *
 * <p><b>Opening</b> compares the number in Lucene's commit with that of Whorl's last commit. If Whorl is one behind and
 * the journal holds that commit, the journal is replayed into Whorl. If Lucene did not commit, the journal is dropped.
 * Anything else is an {@link io.whorl.lucene.OutOfStepException}.
 */
package io.whorl.lucene.index;
