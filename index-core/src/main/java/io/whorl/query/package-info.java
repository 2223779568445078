/**
 * Queries of an index; {@link io.whorl.query.Snapshot} is the entry. The short names of papers are spelled out in
 * docs/DEFINITIONS.md.
 */
package io.whorl.query;
