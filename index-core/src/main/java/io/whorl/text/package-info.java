/**
 * From a document's bytes to its surviving words; {@link io.whorl.text.WordReader} is the entry point. Not part of the
 * public API.
 */
package io.whorl.text;
