/**
 * Hash functions from the bytes of chunks to minutiae; {@link io.whorl.hash.ChunkHash} is the entry point. Not part of
 * the public API. The short names of papers are spelled out in docs/DEFINITIONS.md.
 */
package io.whorl.hash;
