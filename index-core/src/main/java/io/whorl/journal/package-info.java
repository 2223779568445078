/**
 * Records the finished steps of long work, so that it can be resumed after a kill. {@link io.whorl.journal.Journal} is
 * the entry. The module does not export this package.
 */
package io.whorl.journal;
