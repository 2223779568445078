/** Reading dumps into documents; {@link io.whorl.corpus.CorpusReader} is the entry. */
package io.whorl.corpus;
