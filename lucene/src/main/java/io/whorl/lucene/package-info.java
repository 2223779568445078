/** Typed errors. {@code io.whorl.lucene.collapse} and {@code io.whorl.lucene.index} are good places to start. */
package io.whorl.lucene;
