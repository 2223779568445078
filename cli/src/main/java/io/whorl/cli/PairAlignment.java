package io.whorl.cli;

import io.whorl.align.Aligner;
import io.whorl.align.Aligner.Alignment;
import io.whorl.align.Passage;
import io.whorl.align.PreparedText;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cli.GivenText.Range;
import io.whorl.cli.PairAlignment.SharingPair.CheckedText;
import io.whorl.passages.PassageFinder;
import io.whorl.passages.PassageOptions;
import io.whorl.preset.Preset;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.text.LookAlikes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.commons.io.function.IOBiConsumer;

/** Aligns candidates, and ranks those that share passages by the words that they share. */
final class PairAlignment {
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
     * Prepares a text, with what is known of its places in its file, and the signs that it hides something.
     * Thread-safe. What a reference cites counts, because a text that takes it from there may not cite it.
     */
    public CheckedText text(String id, boolean reference, byte[] utf8, TextPlaces places, List<Evasion> evasions) {
        CitedText.Cited found = CitedText.in(utf8, reference ? CitedText.Parts.NONE : cited);
        List<Range> ranges = GivenText.union(given.in(utf8), found.ranges());
        return CheckedText.of(id, reference, utf8, ranges, found.tooMuch(), places, evasions);
    }

    /**
     * The best pairs.
     *
     * @param total how many there are in all
     * @param limited the pairs whose alignment reached a limit, also those without passages
     */
    public record Ranked(List<SharingPair> best, long total, long limited) {}

    /**
     * Returns the pairs that share passages, best first.
     *
     * @param most the number of pairs to return, at most; the others take no memory
     * @param leastWords the words that a pair shares, at least
     * @param progress shows the candidates that are done, and warns of limits
     */
    public Ranked ranked(List<Candidate> candidates, int threads, int most, int leastWords, Progress progress)
            throws IOException {
        PriorityQueue<SharingPair> best = new PriorityQueue<>(RANKING.reversed());
        long[] counts = new long[3];
        OrderedTasks.run(prepared.inBlocks(candidates), threads, this::align, (candidate, pair) -> {
            if (!pair.passages().isEmpty() && pair.words() >= leastWords) {
                counts[0]++;
                best.add(pair);
                if (best.size() > most) {
                    best.remove();
                }
            }
            if (pair.limited()) {
                counts[1]++;
                progress.message(
                        TextWarnings.limitedAlignment(pair.a().id(), pair.b().id()));
            }
            progress.at(++counts[2]);
        });
        return new Ranked(best.stream().sorted(RANKING).toList(), counts[0], counts[1]);
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

    /** A pair of texts that may share passages, by the rule of {@link PassageFinder}. The alignment decides. */
    public record Candidate(CheckedText a, CheckedText b) {
        /** The number of others with which a text is compared, at most: those that share most with it. */
        public static final int MOST = PassageOptions.DEFAULT.documents();

        /**
         * Delivers the documents of an index that share most sequences of words with each text.
         *
         * @return the number of texts that share sequences of words with more than {@link #MOST}
         */
        public static int find(
                List<CheckedText> texts,
                Snapshot snapshot,
                int threads,
                IOBiConsumer<CheckedText, List<String>> results)
                throws IOException {
            QueryOptions query = PassageOptions.DEFAULT.query(snapshot.scheme());
            AtomicInteger limited = new AtomicInteger();
            OrderedTasks.run(
                    texts,
                    threads,
                    text -> {
                        List<Match> found = snapshot.query(LookAlikes.undone(text.masked()), query)
                                .matches();
                        limited.addAndGet(found.size() > MOST ? 1 : 0);
                        return found.stream().limit(MOST).map(Match::id).toList();
                    },
                    results);
            return limited.get();
        }

        /**
         * Adds the pairs of a text and another one, in the order of the texts.
         *
         * @param others may be the same list; each has another id
         * @param directory for a temporary index, which the caller deletes
         * @return as {@link #find}
         */
        public static int find(
                List<CheckedText> texts, List<CheckedText> others, Path directory, int threads, List<Candidate> pairs)
                throws IOException {
            Map<String, Integer> numbers = new HashMap<>();
            others.forEach(text -> numbers.put(text.id(), numbers.size()));
            Scheme scheme = Preset.PLAGIARISM.scheme().build();
            BuildOptions options = BuildOptions.DEFAULT.threads(threads);
            try (IndexBuilder builder = IndexBuilder.create(directory, scheme, options)) {
                for (CheckedText text : others) {
                    builder.add(text.id(), LookAlikes.undone(text.masked()));
                }
                builder.finish();
            }
            LongStream.Builder found = LongStream.builder();
            int[] number = {0};
            int limited;
            try (Snapshot snapshot = Snapshot.open(directory)) {
                limited = find(texts, snapshot, threads, (text, ids) -> {
                    long a = number[0]++;
                    for (String id : ids) {
                        long b = numbers.get(id);
                        if (texts != others) {
                            found.add((a << 32) | b);
                        } else if (a != b) {
                            // Either text may have the other among its best.
                            found.add((Math.min(a, b) << 32) | Math.max(a, b));
                        }
                    }
                });
            }
            found.build()
                    .sorted()
                    .distinct()
                    .forEach(pair -> pairs.add(new Candidate(texts.get((int) (pair >>> 32)), others.get((int) pair))));
            return limited;
        }
    }

    /**
     * Groups of texts that pairs of a least share link. The share is the lowest one at which the texts fall into the
     * most groups: a lower one joins groups, and a higher one loses texts of the same groups.
     */
    public static final class TextGroups {
        private final Map<CheckedText, Integer> groups = new IdentityHashMap<>();
        final int share;

        /** @param texts in the order that decides between groups of one size */
        public TextGroups(List<CheckedText> texts, List<SharingPair> pairs) {
            List<List<CheckedText>> most = new ArrayList<>();
            int best = 0;
            int[] descending = pairs.stream()
                    .mapToInt(pair -> -percent(pair))
                    .distinct()
                    .sorted()
                    .toArray();
            for (int negative : descending) {
                List<List<CheckedText>> linked = linked(texts, pairs, -negative);
                if (linked.size() >= most.size()) {
                    most = linked;
                    best = -negative;
                }
            }
            share = best;
            most.sort(Comparator.comparingInt(group -> -group.size()));
            for (int i = 0; i < most.size(); i++) {
                int number = i + 1;
                most.get(i).forEach(text -> groups.put(text, number));
            }
        }

        /** Returns the groups that pairs of this share link, in the order of their first texts. */
        private static List<List<CheckedText>> linked(List<CheckedText> texts, List<SharingPair> pairs, int share) {
            Map<CheckedText, List<CheckedText>> groups = new IdentityHashMap<>();
            for (SharingPair pair : pairs) {
                if (percent(pair) >= share) {
                    List<CheckedText> a = groups.computeIfAbsent(pair.a(), text -> new ArrayList<>(List.of(text)));
                    List<CheckedText> b = groups.computeIfAbsent(pair.b(), text -> new ArrayList<>(List.of(text)));
                    List<CheckedText> larger = a.size() < b.size() ? b : a;
                    List<CheckedText> smaller = larger == a ? b : a;
                    if (larger != smaller) {
                        larger.addAll(smaller);
                        smaller.forEach(text -> groups.put(text, larger));
                    }
                }
            }
            Set<List<CheckedText>> found = Collections.newSetFromMap(new IdentityHashMap<>());
            return texts.stream()
                    .map(groups::get)
                    .filter(group -> group != null && found.add(group))
                    .collect(Collectors.toCollection(ArrayList::new));
        }

        /** The larger share of the two texts in whole percent, as people see it. */
        private static int percent(SharingPair pair) {
            return (int) Math.round(100 * Math.max(pair.shareOfA(), pair.shareOfB()));
        }

        /** Returns the number of the group of a pair, from 1, the largest group first; empty below the share. */
        public Optional<Integer> of(SharingPair pair) {
            return percent(pair) >= share ? Optional.of(groups.get(pair.a())) : Optional.empty();
        }
    }

    /**
     * Two texts that share passages.
     *
     * @param a the text that shares the larger part of its words; if the other is a reference, the text that is not
     * @param passages in the order of a
     * @param words the words of a's passages that b's passages have, too
     * @param shareOfA words divided by all words of a, 0 to 1
     * @param shareOfB words divided by all words of b, 0 to 1
     * @param reordered true if b has the passages, or the runs of words in them, in another order
     * @param limited true if alignment reached a limit, so that passages may be missing
     */
    public record SharingPair(
            CheckedText a,
            CheckedText b,
            List<Passage> passages,
            int words,
            double shareOfA,
            double shareOfB,
            boolean reordered,
            boolean limited) {

        static SharingPair of(CheckedText a, CheckedText b, Alignment alignment) {
            int words = sharedWords(alignment.passages());
            return new SharingPair(
                    a,
                    b,
                    alignment.passages(),
                    words,
                    share(words, a),
                    share(words, b),
                    alignment.reordered(),
                    alignment.limited());
        }

        private static double share(int words, CheckedText text) {
            return text.words() == 0 ? 0 : Math.min(1, (double) words / text.words());
        }

        /** Returns the shared words of passages in the order of a. A place that several passages cover counts once. */
        public static int sharedWords(List<Passage> passages) {
            double words = 0;
            int covered = 0;
            for (Passage passage : passages) {
                int fresh = passage.a().end() - Math.max(covered, passage.a().start());
                if (fresh > 0) {
                    words += passage.words() * (double) fresh / passage.a().length();
                    covered = passage.a().end();
                }
            }
            return (int) Math.round(words);
        }

        /**
         * A text of a report.
         *
         * @param reference true if other texts may have taken passages from it, but not the reverse
         * @param utf8 the text; callers must not change it
         * @param masked the text with {@code given} replaced by blanks, of the same code points and bytes
         * @param given the spans that are left out, in order, in bytes: text that everyone was given, and cited text
         * @param citesTooMuch true if parts that look cited make up so much of the text that they count
         * @param words its words without {@code given}
         * @param places leads from places in the text to places in its file
         * @param evasions the signs that it hides something
         */
        public record CheckedText(
                String id,
                boolean reference,
                byte[] utf8,
                byte[] masked,
                List<GivenText.Range> given,
                boolean citesTooMuch,
                int words,
                TextPlaces places,
                List<Evasion> evasions) {
            private static CheckedText of(
                    String id,
                    boolean reference,
                    byte[] utf8,
                    List<Range> given,
                    boolean citesTooMuch,
                    TextPlaces places,
                    List<Evasion> evasions) {
                byte[] masked = GivenText.masked(utf8, given);
                int words = GivenText.count(masked);
                return new CheckedText(id, reference, utf8, masked, given, citesTooMuch, words, places, evasions);
            }

            /** Returns the text with more of it left out. */
            CheckedText without(GivenText more) {
                List<Range> all = GivenText.union(given, more.in(masked));
                return all.equals(given) ? this : of(id, reference, utf8, all, citesTooMuch, places, evasions);
            }
        }
    }
}
