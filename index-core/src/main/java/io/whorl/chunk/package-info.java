/**
 * From words to hashed chunks; {@link io.whorl.chunk.Chunker} is the entry point. Not part of the public API. The short
 * names of papers are spelled out in docs/DEFINITIONS.md.
 */
package io.whorl.chunk;
