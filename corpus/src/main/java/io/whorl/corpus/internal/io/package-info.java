/** Streams that the reader and the formats share. */
package io.whorl.corpus.internal.io;
