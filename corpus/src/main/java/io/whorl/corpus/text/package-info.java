/** Documents reduced to their text; {@link io.whorl.corpus.text.TextFormats} is the entry. */
package io.whorl.corpus.text;
