package io.whorl.cli.passages;

import io.whorl.align.Aligner;
import io.whorl.align.Passage;
import io.whorl.align.PreparedText;
import io.whorl.cli.passages.Candidates.Candidate;
import io.whorl.cli.passages.GivenText.Range;
import io.whorl.cli.passages.SharingPair.CheckedText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
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
    private final CitedText.Parts cited;

    /** Makes an alignment that leaves out text that everyone was given, and these cited parts of texts. */
    public PairAlignment(Aligner aligner, GivenText given, CitedText.Parts cited) {
        this.aligner = aligner;
        this.given = given;
        this.cited = cited;
        prepared = new PreparedTexts(aligner);
    }

    /**
     * Prepares a text, with what is known of its places in its file. Thread-safe. What a reference cites counts,
     * because a text that takes it from there may not cite it.
     */
    public CheckedText text(String id, boolean reference, byte[] utf8, TextPlaces places) {
        CitedText.Cited found = CitedText.in(utf8, reference ? CitedText.Parts.NONE : cited);
        List<Range> ranges = GivenText.union(given.in(utf8), found.ranges());
        return checked(id, reference, utf8, ranges, found.tooMuch(), places);
    }

    /** Returns a text without more given text. */
    public CheckedText without(GivenText more, CheckedText text) {
        List<Range> ranges = more.in(text.masked());
        return ranges.isEmpty()
                ? text
                : checked(
                        text.id(),
                        text.reference(),
                        text.utf8(),
                        GivenText.union(text.given(), ranges),
                        text.citesTooMuch(),
                        text.places());
    }

    private CheckedText checked(
            String id, boolean reference, byte[] utf8, List<Range> ranges, boolean citesTooMuch, TextPlaces places) {
        byte[] masked = GivenText.masked(utf8, ranges);
        return new CheckedText(id, reference, utf8, masked, ranges, citesTooMuch, GivenText.count(masked), places);
    }

    /**
     * The best pairs, and how many there are.
     *
     * @param best in order
     * @param total all of them
     */
    public record Ranked(List<SharingPair> best, int total) {
        public Ranked {
            best = List.copyOf(best);
        }
    }

    /**
     * Returns the pairs that share passages, best first.
     *
     * @param most the number of pairs to return, at most; the others take no memory
     * @param leastWords the words that a pair shares, at least
     * @param limited receives the pairs whose alignment reached a limit, also those without passages
     * @param progress receives the number of candidates that are done
     */
    public Ranked ranked(
            List<Candidate> candidates,
            int threads,
            int most,
            int leastWords,
            Consumer<SharingPair> limited,
            LongConsumer progress)
            throws IOException {
        PriorityQueue<SharingPair> best = new PriorityQueue<>(RANKING.reversed());
        int[] total = {0};
        long[] done = {0};
        OrderedTasks.run(prepared.inBlocks(candidates), threads, this::align, (candidate, pair) -> {
            if (!pair.passages().isEmpty() && pair.words() >= leastWords) {
                total[0]++;
                best.add(pair);
                if (best.size() > most) {
                    best.remove();
                }
            }
            if (pair.limited()) {
                limited.accept(pair);
            }
            progress.accept(++done[0]);
        });
        return new Ranked(best.stream().sorted(RANKING).toList(), total[0]);
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
        /** Two blocks, and what remains of the blocks before them, are kept. */
        private static final int BLOCKS = 3;

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

        /**
         * Returns candidates in an order in which texts are seldom prepared again: texts are in blocks, of which two
         * fit into the memory for prepared texts, and the candidates of two blocks follow each other.
         */
        List<Candidate> inBlocks(List<Candidate> candidates) {
            Map<CheckedText, Long> blocks = new IdentityHashMap<>();
            long[] all = {0};
            for (Candidate candidate : candidates) {
                for (CheckedText text : List.of(candidate.a(), candidate.b())) {
                    blocks.computeIfAbsent(
                            text, key -> (all[0] += text.utf8().length) / Math.max(1, mostBytes / BLOCKS));
                }
            }
            List<Candidate> sorted = new ArrayList<>(candidates);
            sorted.sort(Comparator.<Candidate>comparingLong(c -> blocks.get(c.a()))
                    .thenComparingLong(c -> blocks.get(c.b())));
            return sorted;
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
