package io.whorl.store;

import io.whorl.scheme.Scheme;

/**
 * A committed state of an index.
 *
 * @param generation from 1, one more at each change
 * @param scheme of the segment
 * @param segment its file's name in the index's directory
 * @param length its bytes
 */
public record Manifest(long generation, Scheme scheme, String segment, long length) {}
