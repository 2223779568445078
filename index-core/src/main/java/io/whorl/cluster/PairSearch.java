package io.whorl.cluster;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.SchemeException;
import io.whorl.cluster.PairCount.GroupScores;
import io.whorl.cluster.PairTables.PairFamilies;
import io.whorl.cluster.SimilarityOptions.Purpose;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.score.Comparison;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.store.Channels;
import io.whorl.store.IndexFiles;
import io.whorl.store.Journal;
import io.whorl.store.Journal.JournalStep;
import io.whorl.store.Journal.JournalStep.Kind;
import io.whorl.store.LongTriples;
import io.whorl.store.ScratchArrays;
import io.whorl.store.ScratchSpace;
import io.whorl.store.ScratchSpace.TempFile;
import io.whorl.store.Segment;
import io.whorl.store.Segment.LentSegment;
import io.whorl.store.WriterLock;
import io.whorl.strategy.Strategies;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds every pair of documents of a segment whose score reaches a threshold. One pass over the table counts the
 * minutiae that lead to each distinct list. Then the pairs of each document are counted over the lists that name it.
 * These counts are the triplets of BGMZ 4.1, but they are summed document by document, so only the pairs that score
 * enough are sorted. Holds the pairs, the segment and scratch files until it is closed. One thread at a time.
 */
final class PairSearch implements Closeable {
    final PairTables tables;
    private final SimilarityOptions options;
    final PairMemory memory;
    // Pairs are read after the search has released its snapshot and the segment merged for it.
    private final LentSegment segment;
    private final LongTriples.Runs runs;
    private final Optional<PairWork> work;
    /** The number of families whose pairs score enough. */
    final long families;

    private final PairScore score;
    private boolean closed;
    private boolean removed;

    /**
     * Finds the pairs.
     *
     * @param space the space of scratch files; the work directory of the options, if they have one
     * @throws SchemeException if the segment cannot give what is requested
     * @throws io.whorl.RefusedException if the work directory cannot be used
     * @throws IOException if scratch files cannot be written, or the thread was interrupted
     */
    PairSearch(Segment of, SimilarityOptions options, PairMemory memory, ScratchSpace space) throws IOException {
        check(options, of.scheme());
        this.options = options;
        this.memory = memory;
        work = options.work().isEmpty() ? Optional.empty() : Optional.of(PairWork.open(options, of, space));
        segment = new LentSegment(of);
        runs = new LongTriples.Runs(options.top(), memory.blocks(), space);
        // Before pairs are counted, the other shares of the memory are free for sorting.
        try (ScratchArrays kept = new ScratchArrays(memory.arrays(), 3 * memory.blocks(), space)) {
            try (ScratchArrays passing = kept.another()) {
                tables = new PairTables(of, options, kept, passing);
            }
            Optional<Candidates> candidates = Optional.empty();
            if (options.superShingles() > 0) {
                try (ScratchArrays passing = kept.another()) {
                    candidates = Optional.of(new Candidates(tables, options, kept, passing));
                }
            }
            score = new PairScore(tables);
            count(candidates);
            families = IntStream.range(0, tables.documents)
                    .filter(this::isSimilarFamily)
                    .count();
        } catch (IOException | RuntimeException | Error e) {
            try {
                close();
            } catch (IOException also) {
                e.addSuppressed(also);
            }
            throw e;
        }
    }

    private static void check(SimilarityOptions options, Scheme scheme) {
        Measure measure = options.measure();
        Comparability.Kind kind = Strategies.comparability(scheme).kind();
        String strategy = scheme.selection().name();
        if (options.superShingles() > 0 && (!measure.symmetric() || measure == Measure.SHARED)) {
            throw SchemeException.measure("super shingles cannot detect " + measure.label()
                    + ", because what a longer document has in addition breaks the sequences that they consist of"
                    + " (BGMZ 5.3); use resemblance or weighted-resemblance, or search without super shingles");
        }
        if (options.superShingles() > 0 && kind == Comparability.Kind.LEVELS) {
            throw SchemeException.measure("an index made with " + strategy + " keeps other minutiae of short"
                    + " documents than of long ones, so they share no super shingles; search without super shingles");
        }
        if (options.templates().isPresent() && kind != Comparability.Kind.SETS) {
            throw SchemeException.measure("an index made with " + strategy + " stores figures of whole"
                    + " documents, so templates cannot be left out of them; build with another selection");
        }
    }

    private void count(Optional<Candidates> candidates) throws IOException {
        List<LongTriples> best = new ArrayList<>();
        for (int i = 0; i < options.threads(); i++) {
            best.add(new LongTriples(runs, memory.pairs()));
        }
        new PairCount(tables, options.minScore(), options.expanded(), memory, progress(0))
                .run(
                        best.stream().map(each -> sink(each, candidates)).toList(),
                        work.isPresent() ? work.get().restore(runs) : 0,
                        to -> {
                            if (work.isPresent()) {
                                best.forEach(LongTriples::pass);
                                work.get().counted(to, runs);
                            }
                        });
        best.forEach(LongTriples::pass);
    }

    private boolean isSimilarFamily(int document) {
        if (tables.families.size(document) == 1) {
            return false;
        }
        score.within(document);
        return score.of(document, tables.families.after(document)) >= options.minScore();
    }

    /**
     * The receiver of one thread. It leaves pairs out if enough better ones are known.
     *
     * @param candidates the pairs to count; without it, all pairs
     */
    private PairCount.Sink sink(LongTriples best, Optional<Candidates> candidates) {
        return new PairCount.Sink() {
            @Override
            public boolean wants(int document) {
                return candidates.isEmpty()
                        || candidates.get().has(document)
                        // Its family is a pair in any case.
                        || tables.families.size(document) > 1;
            }

            @Override
            public boolean wants(int other, int document) {
                return candidates.isEmpty() || candidates.get().contains(document, other);
            }

            @Override
            public boolean offer(double value, int a, int b, long shared) throws IOException {
                // Ascending keys are descending scores; scores are 0 or more.
                return best.add(~Double.doubleToLongBits(value), ((long) a << Integer.SIZE) | b, shared);
            }

            @Override
            public double leastScore() {
                return best.last() == Long.MAX_VALUE ? 0 : Double.longBitsToDouble(~best.last());
            }
        };
    }

    /** Pairs of clusters are counted twice. */
    private LongConsumer progress(long before) {
        long all = (options.purpose() == Purpose.CLUSTERS ? 2L : 1L) * tables.documents;
        return done -> options.progress().at(before + done, all);
    }

    /** Counts all pairs again to find the least scores within groups, whether they share a super shingle or not. */
    void add(GroupScores groups) throws IOException {
        List<PairCount.Sink> sinks = new ArrayList<>();
        for (int i = 0; i < options.threads(); i++) {
            sinks.add(groups.sink(tables.measure.symmetric()));
        }
        String identity = work.isPresent() ? groups.identity(tables.documents) : "";
        new PairCount(tables, 0, false, memory, progress(tables.documents))
                .run(sinks, work.isPresent() ? work.get().restore(groups, identity) : 0, to -> {
                    if (work.isPresent()) {
                        work.get().scored(to, groups, identity);
                    }
                });
    }

    <T> T reading(Supplier<T> reader) {
        return segment.reading(reader);
    }

    /** The id of a document; called inside {@link #reading}. */
    String id(int document) {
        return segment.id(document);
    }

    /** The number of minutiae of a document; called inside {@link #reading}. */
    long minutiae(int document) {
        return tables.segment.documents().minutiae(document);
    }

    /** All pairs, best first. Each call starts anew. */
    Reader read() throws IOException {
        return new Reader();
    }

    boolean isClosed() {
        return closed;
    }

    /** Removes what the search keeps. No pairs can be read after that; close it. */
    void removeWork() throws IOException {
        removed = true;
        runs.close();
        if (work.isPresent()) {
            work.get().remove();
        }
    }

    /** A second call has no effect. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        segment.close();
        try {
            runs.close();
        } finally {
            if (work.isPresent()) {
                work.get().close();
            }
        }
    }

    /** Reads the pairs once. One thread at a time. */
    final class Reader {
        private final LongTriples.Sorted sorted = runs.sorted();
        private long left = options.top();

        private Reader() throws IOException {}

        /** Moves to the next pair; false at the end, and after a close. */
        boolean next() throws IOException {
            return !closed && !removed && left-- > 0 && sorted.next();
        }

        /** Moves to the next pair that represents no family; false at the end, and after a close. */
        boolean nextAcross() throws IOException {
            boolean more = next();
            while (more && isFamily()) {
                more = next();
            }
            return more;
        }

        int a() {
            return (int) (sorted.second() >>> Integer.SIZE);
        }

        int b() {
            return (int) sorted.second();
        }

        double score() {
            return Double.longBitsToDouble(~sorted.first());
        }

        long shared() {
            return sorted.third() & ~PairCount.FAMILY;
        }

        private boolean isFamily() {
            return (sorted.third() & PairCount.FAMILY) != 0;
        }

        /** The comparison of the two documents, without the minutiae that are left out of them. */
        Comparison comparison() {
            return score.compare(a(), b(), shared());
        }

        /** The ids of the family of which the pair represents all pairs; empty if it is a pair of its own. */
        Optional<Collection<String>> family() {
            return isFamily() ? Optional.of(ids(segment.lend(), tables.families, a())) : Optional.empty();
        }
    }

    /** The ids of the documents of one family, in ascending order. They keep the segment mapped. */
    private static Collection<String> ids(LentSegment segment, PairFamilies families, int first) {
        return new AbstractCollection<>() {
            @Override
            public int size() {
                return families.size(first);
            }

            @Override
            public Iterator<String> iterator() {
                return IntStream.iterate(first, d -> d >= 0, families::after)
                        .mapToObj(d -> segment.reading(() -> segment.id(d)))
                        .iterator();
            }
        };
    }

    /**
     * The shares of the memory of a search for pairs. A full share causes another window, scratch file or spilled run,
     * and never another result.
     *
     * @param arrays bytes of heap for arrays that grow with the index; beyond that they are in a scratch file
     * @param places places of lists that are held at a time
     * @param counters documents that each thread counts at a time
     * @param pairs pairs that each thread holds
     * @param blocks bytes for the buffers that merge spilled pairs
     */
    record PairMemory(long arrays, int places, int counters, int pairs, long blocks) {
        /** A place, the start of a document's places, and the position of the next. */
        private static final int PLACE = 16;
        /** A count, and the number of a counted document. */
        private static final int COUNTER = 8;

        private static final int SUM = 8;
        private static final int MOST = 1 << 26;

        /** Gives a quarter each to the arrays, the places, the counters, and the pairs with their buffers. */
        static PairMemory of(SimilarityOptions options) {
            // Clusters and survivors take as much again.
            long quarter = options.memory() / (options.purpose() == Purpose.PAIRS ? 4 : 8);
            long each = quarter / options.threads();
            return new PairMemory(
                    quarter,
                    number(quarter / PLACE),
                    number(each / (COUNTER + (options.measure().weighted() ? SUM : 0))),
                    number(each * 3 / 4 / LongTriples.ROOM),
                    quarter / 4);
        }

        private static int number(long value) {
            return (int) Math.max(1, Math.min(MOST, value));
        }
    }

    /**
     * What a search for pairs has finished, in a directory: a journal, and a file for each step of it. A file is
     * durable before its step is, and is read only after its checksum was compared. One process and one thread at a
     * time.
     */
    private record PairWork(Path directory, ScratchSpace space, WriterLock lock, Journal journal) implements Closeable {
        private static final String LOCK = "LOCK";
        private static final String TO = "to";
        private static final String CHECKSUM = "checksum";
        private static final String GROUPS = "groups";
        private static final Pattern FILE = Pattern.compile("pairs-.{6}|scores-.{6}|spill-.*\\.tmp");

        /**
         * Begins or continues work in the directory of the options.
         *
         * @param space the space of the directory
         * @throws RefusedException if the directory has other work, or work that is not to be resumed; if another
         *     search uses the directory
         */
        static PairWork open(SimilarityOptions options, Segment segment, ScratchSpace space) throws IOException {
            Path directory = options.work().orElseThrow();
            Files.createDirectories(directory);
            WriterLock lock = WriterLock.acquire(directory.resolve(LOCK), "another search for pairs");
            return Channels.orElse(lock, () -> {
                PairWork work = new PairWork(directory, space, lock, journal(directory, options, segment));
                work.removeExcept(work.journal.steps());
                return work;
            });
        }

        private static Journal journal(Path directory, SimilarityOptions options, Segment segment) throws IOException {
            Map<String, String> of = fields(options, segment);
            if (!Journal.exists(directory)) {
                return Journal.create(directory, Journal.PAIRS, of);
            }
            if (!options.resume()) {
                throw new RefusedException(
                        directory,
                        Reason.UNFINISHED,
                        "there is unfinished work here; resume it, or remove the directory to begin again");
            }
            Journal journal;
            try {
                journal = Journal.open(directory, Journal.PAIRS);
            } catch (CorruptIndexException | IllegalArgumentException e) {
                throw damaged(directory, Journal.NAME, e);
            }
            Map<String, String> before = journal.begun().fields();
            String changed = of.keySet().stream()
                    .filter(name -> !of.get(name).equals(before.get(name)))
                    .map(name -> name + " was " + before.getOrDefault(name, "absent") + " and is " + of.get(name))
                    .collect(Collectors.joining("; "));
            if (!changed.isEmpty()) {
                throw new RefusedException(
                        directory,
                        Reason.CHANGED,
                        "the unfinished work is that of another search: " + changed
                                + "; repeat the former search, or remove the directory to begin again");
            }
            return journal;
        }

        /** Everything that determines the result, by name. */
        private static Map<String, String> fields(SimilarityOptions options, Segment segment) {
            Map<String, String> fields = new TreeMap<>();
            fields.put("index", segment.identity());
            fields.put("measure", options.measure().label());
            fields.put("min-score", Double.toString(options.minScore()));
            fields.put("top", Long.toString(options.top()));
            fields.put("max-df", Long.toString(options.maxDf()));
            fields.put("frames-above", Long.toString(options.commonDf()));
            fields.put("templates", options.templates().map(Object::toString).orElse("none"));
            fields.put("super-shingles", Integer.toString(options.superShingles()));
            fields.put("expand", Boolean.toString(options.expanded()));
            fields.put("for", options.purpose().toString());
            fields.put("link", options.link().name());
            // Pairs do not depend on the rule of survivors.
            fields.put("representative", options.representative().name());
            return fields;
        }

        private static RefusedException damaged(Path directory, String file, Throwable cause) {
            return new RefusedException(
                    directory, Reason.DAMAGED, file + " is damaged; remove the directory to begin again", cause);
        }

        /** Restores the pairs of finished steps. Returns the first document whose pairs are not counted. */
        int restore(LongTriples.Runs runs) throws IOException {
            int to = 0;
            for (JournalStep step : journal.steps()) {
                if (step.kind() == Kind.COUNTED) {
                    try {
                        to = Math.toIntExact(step.count(TO));
                    } catch (IllegalArgumentException | ArithmeticException e) {
                        throw damaged(directory, Journal.NAME, e);
                    }
                    runs.reopen(reopen(step));
                }
            }
            return to;
        }

        /** Keeps all pairs of the documents up to one, exclusive. */
        void counted(int to, LongTriples.Runs runs) throws IOException {
            TempFile file = TempFile.create(space, next(Kind.COUNTED));
            runs.keep(file);
            append(Kind.COUNTED, file, Map.of(TO, Integer.toString(to), CHECKSUM, checksum(file)));
        }

        /**
         * Restores the figures of groups. Returns the first document whose pairs are not counted a second time.
         *
         * @param identity the identity of the groups
         */
        int restore(GroupScores groups, String identity) throws IOException {
            // Other dates give other groups, whose figures are counted anew.
            Optional<JournalStep> last = journal.last(Kind.SCORED)
                    .filter(step -> identity.equals(step.fields().get(GROUPS)));
            if (last.isEmpty()) {
                return 0;
            }
            try (TempFile file = reopen(last.get())) {
                groups.figures.read(file);
                return Math.toIntExact(last.get().count(TO));
            } catch (IOException | IllegalArgumentException | ArithmeticException e) {
                throw damaged(directory, name(last.get()), e);
            }
        }

        /** Keeps the figures of groups, in place of those before. */
        void scored(int to, GroupScores groups, String identity) throws IOException {
            Optional<JournalStep> before = journal.last(Kind.SCORED);
            try (TempFile file = TempFile.create(space, next(Kind.SCORED))) {
                groups.figures.appendTo(file);
                append(Kind.SCORED, file, Map.of(TO, Integer.toString(to), GROUPS, identity, CHECKSUM, checksum(file)));
            }
            if (before.isPresent()) {
                Files.deleteIfExists(directory.resolve(name(before.get())));
            }
        }

        private void append(Kind kind, TempFile file, Map<String, String> fields) throws IOException {
            file.force();
            IndexFiles.force(directory);
            journal.append(kind, fields);
        }

        private static String checksum(TempFile file) throws IOException {
            return String.format(Locale.ROOT, "%d bytes, %08x", file.size(), file.checksum());
        }

        private TempFile reopen(JournalStep step) throws IOException {
            TempFile file;
            try {
                file = TempFile.reopen(space, directory.resolve(name(step)));
            } catch (IOException e) {
                throw damaged(directory, name(step), e);
            }
            if (!checksum(file).equals(step.fields().get(CHECKSUM))) {
                file.close();
                throw damaged(directory, name(step), null);
            }
            return file;
        }

        private Path next(Kind kind) {
            return directory.resolve(name(kind, journal.steps().size()));
        }

        private static String name(JournalStep step) {
            return name(step.kind(), step.number());
        }

        private static String name(Kind kind, int number) {
            return String.format(Locale.ROOT, "%s-%06d", kind == Kind.COUNTED ? "pairs" : "scores", number);
        }

        /** Removes the files of other steps, and scratch files that a killed process has left. */
        private void removeExcept(List<JournalStep> steps) throws IOException {
            Set<String> kept = steps.stream().map(PairWork::name).collect(Collectors.toSet());
            for (String name : IndexFiles.names(directory)) {
                if (FILE.matcher(name).matches() && !kept.contains(name)) {
                    Files.deleteIfExists(directory.resolve(name));
                }
            }
        }

        /** Removes all files of the work, and the directory if nothing else is in it. Close the work after that. */
        void remove() throws IOException {
            // First, so that a kill leaves no journal without its files.
            Files.deleteIfExists(directory.resolve(Journal.NAME));
            IndexFiles.force(directory);
            removeExcept(List.of());
            lock.delete();
            if (IndexFiles.names(directory).isEmpty()) {
                Files.deleteIfExists(directory);
            }
        }

        @Override
        public void close() throws IOException {
            lock.close();
        }
    }
}
