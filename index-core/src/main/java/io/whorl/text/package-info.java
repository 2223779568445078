/** From a document's bytes to its surviving words; {@link io.whorl.text.WordReader} is the entry. */
package io.whorl.text;
