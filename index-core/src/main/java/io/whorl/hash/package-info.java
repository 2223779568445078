/** From a chunk's bytes to its minutia; {@link io.whorl.hash.ChunkHash} is the entry. */
package io.whorl.hash;
