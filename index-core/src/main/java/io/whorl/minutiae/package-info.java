/**
 * From text to the selected minutiae of a document, in bounded memory; {@link io.whorl.minutiae.MinutiaExtractor} is
 * the entry point. Not part of the public API.
 */
package io.whorl.minutiae;
