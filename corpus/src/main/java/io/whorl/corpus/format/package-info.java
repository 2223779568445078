/**
 * The interfaces of formats: containers, which are split into parts, and documents, which are converted to text. The
 * built-in formats and those of applications implement them. {@link io.whorl.corpus.format.FormatProvider} is the
 * entry.
 */
package io.whorl.corpus.format;
