/**
 * Finds the passages that a text shares with the documents of an index. {@link io.whorl.passages.PassageFinder} is the
 * entry: candidates by fingerprint, then alignment with the text of each.
 */
package io.whorl.passages;
