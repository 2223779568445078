/**
 * Formats of documents that are converted to text: HTML, Markdown, LaTeX, troff, wikitext, mail, and the formats of
 * Apache Tika if the class path contains it. {@link io.whorl.corpus.internal.text.TextFormats} is the entry.
 */
package io.whorl.corpus.internal.text;
