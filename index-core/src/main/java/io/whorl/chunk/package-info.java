/** From words to hashed chunks; {@link io.whorl.chunk.Chunker} is the entry. */
package io.whorl.chunk;
