/**
 * Documents reduced to their text: HTML, Markdown, LaTeX, troff, wikitext, mail, and what Apache Tika reads where it is
 * at hand.
 */
package io.whorl.corpus.internal.text;
