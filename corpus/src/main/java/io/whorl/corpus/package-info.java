/**
 * Reads files, archives and dumps into documents. {@link io.whorl.corpus.CorpusReader} is the entry;
 * {@link io.whorl.corpus.TextExtractor} converts single documents to text. An application adds a format by implementing
 * {@link io.whorl.corpus.format.ContainerFormat} or {@link io.whorl.corpus.format.TextFormat};
 * {@link java.util.ServiceLoader} finds it:
 *
 * <pre>{@code
 * public final class CardFormat implements FormatProvider, ContainerFormat {
 *     public List<ContainerFormat> containers() { return List.of(this); }
 *     public String name() { return "cards"; }
 *     public boolean recognises(Head head) { return head.isNamed(".cards") && head.latin1().startsWith("== "); }
 *     public PartReader open(Part whole, ReadContext context) { return new Cards(whole, context); }
 * }
 * }</pre>
 *
 * <p>The complete class is {@code io.whorl.corpus.example.CardFormat} in the tests of this module.
 */
package io.whorl.corpus;
