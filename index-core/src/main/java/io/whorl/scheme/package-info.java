/**
 * The rules from text to fingerprint as an immutable, versioned value; {@link io.whorl.scheme.Scheme} is the entry
 * point. The short names of papers (HZ, BGMZ, COPS, LMD) are spelled out in docs/DEFINITIONS.md.
 */
package io.whorl.scheme;
