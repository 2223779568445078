package io.whorl.cli.passages;

import io.whorl.align.Aligner;
import io.whorl.align.Passage;
import io.whorl.align.PreparedText;
import io.whorl.cli.passages.Candidates.Candidate;
import io.whorl.cli.passages.SharingPair.CheckedText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Aligns candidates, and ranks those that share passages by the words that they share. */
public final class PairAlignment {
    private static final Comparator<SharingPair> RANKING = Comparator.comparingInt(SharingPair::words)
            .reversed()
            .thenComparing(pair -> pair.a().id())
            .thenComparing(pair -> pair.b().id());

    private final Aligner aligner;
    private final PreparedTexts prepared;
    private final GivenText given;

    public PairAlignment(Aligner aligner, GivenText given) {
        this.aligner = aligner;
        this.given = given;
        prepared = new PreparedTexts(aligner);
    }

    /** Prepares a text, with what is known of its places in its file. */
    public CheckedText text(String id, boolean reference, byte[] utf8, TextPlaces places) {
        List<GivenText.Range> ranges = given.in(utf8);
        byte[] masked = GivenText.masked(utf8, ranges);
        return new CheckedText(
                id, reference, utf8, masked, ranges, prepared.of(masked).words(), places);
    }

    /**
     * Returns the pairs that share passages, best first.
     *
     * @param limited receives the pairs whose alignment reached a limit, also those without passages
     * @param progress receives the number of candidates that are done
     */
    public List<SharingPair> ranked(
            List<Candidate> candidates, int threads, Consumer<SharingPair> limited, LongConsumer progress)
            throws IOException {
        List<SharingPair> pairs = new ArrayList<>();
        long[] done = {0};
        OrderedTasks.run(candidates, threads, this::align, (candidate, pair) -> {
            if (!pair.passages().isEmpty()) {
                pairs.add(pair);
            }
            if (pair.limited()) {
                limited.accept(pair);
            }
            progress.accept(++done[0]);
        });
        pairs.sort(RANKING);
        return pairs;
    }

    /** The text of fewer words, of which the shared part is larger, is the first one. */
    private SharingPair align(Candidate candidate) {
        boolean swapped = !candidate.b().reference()
                && candidate.b().words() < candidate.a().words();
        CheckedText a = swapped ? candidate.b() : candidate.a();
        CheckedText b = swapped ? candidate.a() : candidate.b();
        return align(a, b);
    }

    /** Returns the passages of two texts in UTF-8. Thread-safe. The arrays must not be changed. */
    public List<Passage> passages(byte[] a, byte[] b) {
        return aligner.alignment(prepared.of(a), prepared.of(b)).passages();
    }

    /** Aligns two texts, in this order. Thread-safe. */
    public SharingPair align(CheckedText a, CheckedText b) {
        return SharingPair.of(a, b, aligner.alignment(prepared.of(a.masked()), prepared.of(b.masked())));
    }

    /**
     * Texts prepared for alignment. Each is aligned with many others, so those that were used last are kept, up to a
     * share of the heap. Thread-safe.
     */
    static final class PreparedTexts {
        /** The heap that a prepared text takes for each byte of text: 8 were measured on English essays. */
        private static final long HEAP_PER_BYTE = 10;
        /** Prepared texts may take a quarter of the heap. */
        private static final int PER_HEAP = 4;

        private final Aligner aligner;
        private final long mostBytes;
        private final Map<Key, PreparedText> texts = new LinkedHashMap<>(16, 0.75f, true);
        private long bytes;

        /** Texts are told apart by their arrays, which are not copied. */
        private record Key(byte[] utf8) {}

        PreparedTexts(Aligner aligner) {
            this(aligner, Runtime.getRuntime().maxMemory() / PER_HEAP / HEAP_PER_BYTE);
        }

        /** @param mostBytes bytes of the texts that are kept, at most */
        PreparedTexts(Aligner aligner, long mostBytes) {
            this.aligner = aligner;
            this.mostBytes = mostBytes;
        }

        /** Returns a text prepared. The array must not be changed. */
        PreparedText of(byte[] utf8) {
            Key key = new Key(utf8);
            synchronized (texts) {
                PreparedText kept = texts.get(key);
                if (kept != null) {
                    return kept;
                }
            }
            // Two threads may prepare the same text; both results are the same.
            PreparedText prepared = aligner.prepare(utf8);
            synchronized (texts) {
                if (utf8.length <= mostBytes && texts.put(key, prepared) == null) {
                    bytes += utf8.length;
                    Iterator<Key> oldest = texts.keySet().iterator();
                    while (bytes > mostBytes) {
                        bytes -= oldest.next().utf8.length;
                        oldest.remove();
                    }
                }
            }
            return prepared;
        }
    }
}
