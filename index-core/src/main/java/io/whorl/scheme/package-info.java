/**
 * The recipe from text to fingerprint as an immutable, versioned value; {@link io.whorl.scheme.Scheme} is the entry.
 */
package io.whorl.scheme;
