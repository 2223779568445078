/**
 * From the bytes of a document to its surviving words; {@link io.whorl.text.WordReader} is the entry point. Not part of
 * the public API. docs/DEFINITIONS.md has the exact rules.
 */
package io.whorl.text;
