package io.whorl.corpus.internal.text;

import java.nio.charset.Charset;

/**
 * A decoded document.
 *
 * @param document its bytes
 * @param charset decodes them
 * @param text the characters, without a byte order mark
 */
record DecodedText(byte[] document, Charset charset, String text) {}
