package io.whorl.cluster;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.cluster.PairCount.GroupScores;
import io.whorl.store.Channels;
import io.whorl.store.IndexFiles;
import io.whorl.store.Journal;
import io.whorl.store.Journal.JournalStep;
import io.whorl.store.Journal.JournalStep.Kind;
import io.whorl.store.LongTriples;
import io.whorl.store.ScratchSpace;
import io.whorl.store.ScratchSpace.TempFile;
import io.whorl.store.Segment;
import io.whorl.store.WriterLock;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * What a search for pairs has finished, in a directory: a journal, and a file for each step of it. A file is durable
 * before its step is, and is read only after its checksum was compared. One process and one thread at a time.
 */
record PairWork(Path directory, ScratchSpace space, WriterLock lock, Journal journal) implements Closeable {
    private static final String LOCK = "LOCK";
    private static final String TO = "to";
    private static final String CHECKSUM = "checksum";
    private static final String FOUND = "found";
    private static final String GROUPS = "groups";

    /**
     * Begins or continues work in the directory of the options.
     *
     * @param space the space of the directory
     * @throws RefusedException if the directory has other work, or work that is not to be resumed; if another search
     *     uses the directory
     */
    static PairWork open(SimilarityOptions options, Segment segment, ScratchSpace space) throws IOException {
        Path directory = options.work().orElseThrow();
        Files.createDirectories(directory);
        WriterLock lock = WriterLock.acquire(directory.resolve(LOCK), "another search for pairs");
        return Channels.orElse(lock, () -> {
            PairWork work = new PairWork(directory, space, lock, journal(directory, options, segment));
            return Channels.orElse(work.journal, () -> {
                work.removeUnfinished();
                return work;
            });
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
            journal.close();
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

    /** Restores the pairs and counts of finished steps. Returns the first document whose pairs are not counted. */
    int restore(LongTriples.Runs runs, AtomicLong families) throws IOException {
        int to = 0;
        for (JournalStep step : journal.steps()) {
            if (step.kind() == Kind.COUNTED) {
                try {
                    families.set(step.count(FOUND));
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
    void counted(int to, LongTriples.Runs runs, AtomicLong families) throws IOException {
        TempFile file = TempFile.create(space, next(Kind.COUNTED));
        runs.keep(file);
        append(Kind.COUNTED, file, to, FOUND, Long.toString(families.get()));
    }

    /**
     * Restores the figures of groups. Returns the first document whose pairs are not counted a second time.
     *
     * @param identity the identity of the groups
     */
    int restore(GroupScores groups, String identity) throws IOException {
        Optional<JournalStep> last = journal.last(Kind.SCORED);
        if (last.isEmpty()) {
            return 0;
        }
        if (!identity.equals(last.get().fields().get(GROUPS))) {
            throw new RefusedException(
                    directory,
                    Reason.CHANGED,
                    "the unfinished work has other clusters, which depend on dates that have changed; give the former"
                            + " dates, or remove the directory to begin again");
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
            append(Kind.SCORED, file, to, GROUPS, identity);
        }
        if (before.isPresent()) {
            Files.deleteIfExists(directory.resolve(name(before.get())));
        }
    }

    private void append(Kind kind, TempFile file, int to, String field, String value) throws IOException {
        file.force();
        IndexFiles.force(directory);
        journal.append(kind, Map.of(TO, Integer.toString(to), field, value, CHECKSUM, checksum(file)));
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

    private void removeUnfinished() throws IOException {
        Set<String> finished = new HashSet<>();
        journal.steps().stream().filter(step -> step.kind() == Kind.COUNTED).forEach(step -> finished.add(name(step)));
        journal.last(Kind.SCORED).ifPresent(step -> finished.add(name(step)));
        remove(finished);
    }

    private void remove(Set<String> except) throws IOException {
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(directory, "{pairs-??????,scores-??????,spill-*.tmp}")) {
            for (Path file : files) {
                if (!except.contains(file.getFileName().toString())) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** Removes all files of the work, and the directory if nothing else is in it. Close the work after that. */
    void remove() throws IOException {
        // First, so that a kill leaves no journal without its files.
        Files.deleteIfExists(directory.resolve(Journal.NAME));
        IndexFiles.force(directory);
        remove(Set.of());
        lock.delete();
        boolean empty;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            empty = !files.iterator().hasNext();
        }
        if (empty) {
            Files.deleteIfExists(directory);
        }
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            journal.close();
        }
    }
}
