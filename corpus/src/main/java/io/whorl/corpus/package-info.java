/**
 * Reading dumps into documents; {@link io.whorl.corpus.CorpusReader} is the entry. A format of one's own implements
 * {@link io.whorl.corpus.format.ContainerFormat} or {@link io.whorl.corpus.format.TextFormat} and is found by
 * {@link java.util.ServiceLoader}:
 *
 * <pre>{@code
 * public final class CardFormat implements FormatProvider, ContainerFormat {
 *     public List<ContainerFormat> containers() { return List.of(this); }
 *     public String name() { return "cards"; }
 *     public boolean recognises(Head head) { return head.isNamed(".cards") && head.latin1().startsWith("== "); }
 *     public PartReader open(Part whole, Reading reading) { return new Cards(whole, reading); }
 * }
 * }</pre>
 *
 * <p>The whole of it stands in this module's tests, {@code io.whorl.corpus.example.CardFormat}.
 */
package io.whorl.corpus;
