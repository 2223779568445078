package io.whorl.cli;

import static io.whorl.store.Channels.force;
import static io.whorl.store.Channels.orElse;

import io.whorl.cli.DocumentLog.Change;
import io.whorl.cli.DocumentLog.DropCursor;
import io.whorl.cli.SourceDedup.DedupRun;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.RecordFile;
import io.whorl.corpus.RecordFiles;
import io.whorl.corpus.RecordSink;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.io.output.CloseShieldOutputStream;

/**
 * Where the survivors are written: a file of records, or a directory if the only source is one. One thread at a time.
 *
 * <pre>
 * sources, without the dropped records ─► pieces ─► PATH.unfinished ─► PATH
 *                                         └► CopyState, after each     (rename)
 * </pre>
 *
 * <ol>
 *   <li>The result appears in one step, once it is complete and the sources are known to be unchanged.
 *   <li>Within a file, the state is recorded after its bytes are durable. A later run continues there.
 *   <li>A piece of a compressed file is a gzip member or zstd frame of its own. So interruptions do not change the
 *       bytes.
 * </ol>
 *
 * @param directory the source, if the target is a directory
 * @param files those of the sources: a list that makes its elements when they are needed
 * @param piece the bytes of a file after which a run can be continued
 */
record Target(Path path, Optional<Path> directory, List<Path> files, RecordFiles records, long piece) {
    private static final String WRITTEN = "written";
    private static final String BEGUN = "copying";

    /**
     * Checks the target and the sources before the work begins. The target must be apart from the sources.
     *
     * @param force whether an existing file may be replaced
     * @param piece the bytes of a file after which a run can be continued
     */
    public static Target of(
            Path path,
            List<Path> sources,
            ReaderOptions options,
            boolean force,
            WorkDirectory work,
            long piece,
            boolean shortens)
            throws IOException {
        boolean directory = sources.size() == 1 && Files.isDirectory(sources.get(0));
        // If the run that is continued had written its output, it may be in place.
        if (Files.exists(path) && !hasWritten(work) && (directory || !force)) {
            throw new FailedException(
                    path + " exists; " + (directory ? "choose another name for the directory" : "--force replaces it"));
        }
        Path parent = path.toAbsolutePath().getParent();
        if (parent == null || !Files.isDirectory(parent) || Files.isDirectory(path) && !directory) {
            throw new FailedException(path + " is not a file in an existing directory");
        }
        List<Path> files = directory ? RecordFiles.list(sources.get(0)) : new ArrayList<>();
        if (!directory) {
            for (Path source : sources) {
                files.addAll(RecordFiles.list(source));
            }
        }
        Optional<Path> source = directory ? Optional.of(sources.get(0)) : Optional.empty();
        Target target = new Target(path, source, files, new RecordFiles(options), piece);
        target.checkFiles(shortens);
        boolean ours = work.resumed() || work.discarded();
        Path unfinished = target.unfinished();
        if (!ours && (directory ? Files.exists(unfinished) : Files.isRegularFile(unfinished))) {
            throw new FailedException(unfinished + " exists, and would be replaced; remove it first");
        }
        return target;
    }

    private RecordFile open(Path file) throws IOException {
        try {
            return records.open(file);
        } catch (IOException e) {
            throw new FailedException(file + " cannot be read, and so not copied: " + e.getMessage());
        }
    }

    /**
     * Checks that all files can be copied, and to one file, compressed as its name says, unless the copies are apart.
     */
    private void checkFiles(boolean shortens) throws IOException {
        boolean joined = directory.isEmpty();
        String compression = joined ? RecordFiles.compression(path) : "";
        if (!canCompress(compression)) {
            throw new FailedException("--write does not compress as " + compression + "; choose a name that ends in"
                    + " .gz or .zst, or in neither");
        }
        Optional<RecordKind> before = Optional.empty();
        for (Path file : files) {
            try (RecordFile opened = open(file)) {
                String problem = problem(file, opened, shortens);
                if (problem.isEmpty() && joined) {
                    problem = problemOfJoining(file, opened, compression, before);
                }
                if (!problem.isEmpty()) {
                    throw new FailedException(problem);
                }
                before = Optional.of(RecordKind.of(opened));
            }
        }
        if (joined && before.isEmpty()) {
            throw new FailedException("there are no files to copy records of");
        }
    }

    private String problem(Path file, RecordFile opened, boolean shortens) throws IOException {
        RecordFile.Content content = opened.content();
        String format = opened.format();
        if (shortens && content == RecordFile.Content.RECORDS && !opened.canCut()) {
            return "the texts of " + file + " cannot be shortened, because its format is " + format
                    + "; only those of JSON objects and plain text files can";
        }
        if (shortens
                && content == RecordFile.Content.DOCUMENT
                && !opened.compression().isEmpty()) {
            return "the text of " + file + " cannot be shortened, because it is compressed; unpack it, or leave out"
                    + " --write";
        }
        if (content == RecordFile.Content.PARTS) {
            return "the documents of " + file + " cannot be copied one by one"
                    + (format.equals("json") ? ": it is a JSON array; make it JSON lines" : ": its format is " + format)
                    + "; or leave out --write";
        }
        return directory.isEmpty() || content != RecordFile.Content.RECORDS || canCompress(opened.compression())
                ? ""
                : "--write does not compress as " + opened.compression() + ", and so does not copy records of " + file
                        + "; unpack it or use gzip or zstd";
    }

    private String problemOfJoining(Path file, RecordFile opened, String compression, Optional<RecordKind> before) {
        RecordKind kind = RecordKind.of(opened);
        if (opened.content() == RecordFile.Content.DOCUMENT) {
            return file + " has no records: --write makes a file of JSON objects, rows, mails or records of web"
                    + " archives; for a directory of files, give it as the only source";
        }
        if (opened.isWhole() && !compression.isEmpty()) {
            return "--write compresses no " + opened.format()
                    + " file, which is compressed inside; choose a name without " + compression;
        }
        if ((kind == RecordKind.WHOLE || kind == RecordKind.PAGES) && files.size() > 1) {
            return "files of this format are not joined to one, because each has a head of its own (" + file
                    + "); give one file, or a directory as the only source";
        }
        if (kind == RecordKind.TABLE && files.size() > 1) {
            return "tables are not joined to one, because their columns may differ (" + file
                    + "); give one table, or a directory as the only source";
        }
        return before.isEmpty() || before.get() == kind
                ? ""
                : "records of several formats are not joined to one file: the format of " + file + " is " + kind.format
                        + ", that of the files before it is " + before.get().format
                        + "; give them one by one, or a directory as the only source";
    }

    private static boolean canCompress(String compression) throws IOException {
        return RecordFiles.compressing(compression, OutputStream.nullOutputStream())
                .isPresent();
    }

    private Path unfinished() {
        return unfinished(path);
    }

    /** Returns the path at which the result is written before it is complete. */
    public static Path unfinished(Path path) {
        Path absolute = path.toAbsolutePath();
        return absolute.resolveSibling(absolute.getFileName() + ".unfinished");
    }

    /** Whether the run in this directory has completed its output, so that the target may exist. */
    private static boolean hasWritten(WorkDirectory work) throws IOException {
        return work.step(WRITTEN).isPresent();
    }

    /**
     * Writes the result, unless an earlier run has written it, and puts it in place.
     *
     * @throws FailedException if the result cannot be written, or if the sources have changed
     */
    void finish(DedupRun run, long dropped) throws IOException {
        WorkDirectory work = run.work();
        if (!hasWritten(work)) {
            long leftOut = FailedException.during(path + " cannot be written: ", run.outcome(), () -> {
                try (DocumentLog log = new DocumentLog(work);
                        Progress progress = run.console().progressOfDocuments("write", log.documents())) {
                    return directory.isPresent() ? writeDirectory(work, progress) : writeFile(work, progress);
                }
            });
            if (leftOut != dropped) {
                throw new FailedException("the sources have changed while they were read: " + leftOut + " of " + dropped
                        + " dropped records were found; start from the beginning, without --resume");
            }
            run.requireUnchanged();
            work.finish(WRITTEN, Map.of());
        }
        publish();
    }

    /** Puts the complete result in place. Does nothing if that was done. */
    private void publish() throws IOException {
        if (Files.exists(unfinished())) {
            Files.move(unfinished(), path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } else if (!Files.exists(path)) {
            throw new FailedException(path + " was removed; start from the beginning, without --resume");
        }
    }

    /**
     * How far the survivors are copied.
     *
     * @param file the number of the first file that is not finished
     * @param record the first record of it that is not copied; 0 for its beginning
     * @param bytes the size of the output that is durable
     * @param lineEnds the line ends after the last record, up to 2
     * @param found the dropped documents that were found
     * @param notes the size of the notes by which the format continues the file
     */
    record CopyState(int file, long record, long bytes, int lineEnds, long found, long notes) {
        private static final String STEP = "copied";

        /** The state before a file, with an output of its own. */
        static CopyState before(int file, long found) {
            return new CopyState(file, 0, 0, Copy.MOST_ENDS, found, 0);
        }

        static CopyState read(WorkDirectory work) throws IOException {
            return work.step(STEP, CopyState.class).orElse(before(0, 0));
        }

        void write(WorkDirectory work) throws IOException {
            work.finish(STEP, this);
        }

        /** The state in which a file is begun or continued. */
        CopyState at(int number) {
            return number == file ? this : before(number, 0);
        }
    }

    /** How the records of a format are put into one file. */
    private enum RecordKind {
        /** JSON objects: each file of them starts on a new line. */
        JSON("json", "\n", 1),
        /** Rows of a table, whose first one names the columns, so that several tables are not put into one. */
        TABLE("csv", "\n", 1),
        /** Mails, after an empty line. */
        MAIL("mbox", "\n", 2),
        /** Records of a web archive, which end with two line ends. */
        WARC("warc", "\r\n", 2),
        /** Records of a web archive in the older format. */
        ARC("arc", "\n", 1),
        /** Pages between a head and a tail, so that several dumps are not put into one. */
        PAGES("mediawiki", "", 0),
        /** Files of a format that are complete only as a whole, so that several are not put into one. */
        WHOLE("", "", 0);

        private final String format;
        private final byte[] lineEnd;
        /** The number of line ends before the first record of the next file. */
        private final int ends;

        RecordKind(String format, String lineEnd, int ends) {
            this.format = format;
            this.lineEnd = lineEnd.getBytes(StandardCharsets.US_ASCII);
            this.ends = ends;
        }

        /** The kind of a format whose records can be copied. */
        static RecordKind of(RecordFile file) {
            return Stream.of(values())
                    .filter(kind -> kind.format.equals(file.format()))
                    .findFirst()
                    .orElse(WHOLE);
        }
    }

    /** Copies the surviving records of files to one output, in pieces. */
    private final class Copy implements RecordSink, Closeable {
        static final int MOST_ENDS = 2;
        private static final String NOTES = "notes";
        private static final int BUFFER = 1 << 16;

        private final WorkDirectory work;
        private final DropCursor drops;
        private final String compression;
        private final WorkDirectory.Output notes;
        private final FileChannel channel;
        private final OutputStream bytes;
        private OutputStream member = OutputStream.nullOutputStream();
        private boolean inMember;
        private boolean empty;
        private long written;
        /** The line ends at the end of the output, up to two. The beginning of a file counts as two. */
        private int lineEnds;

        private int file;
        private RecordKind kind = RecordKind.JSON;
        private long noted;
        /** True if a file that is complete only as a whole can be continued here. */
        private boolean atNote;

        private long from;
        /** True once the records are reached that are not copied yet. */
        private boolean reached;

        /** @param begun the bytes of the output that are kept */
        Copy(Path output, String compression, CopyState begun, DropCursor drops, WorkDirectory work)
                throws IOException {
            this.work = work;
            this.drops = drops;
            this.compression = compression;
            lineEnds = begun.lineEnds();
            empty = begun.bytes() == 0;
            noted = begun.notes();
            channel = WorkDirectory.append(output, begun.bytes());
            notes = orElse(channel, () -> work.append(NOTES, noted));
            bytes = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
        }

        /** @param first the first record that is not copied yet; 0 for the beginning of the file */
        void copy(int number, RecordFile source, long first, Consumer<String> warnings) throws IOException {
            file = number;
            kind = RecordKind.of(source);
            from = first;
            reached = true;
            // The last record of the file before must be complete, so that the next one starts its own line.
            while (first == 0 && lineEnds < kind.ends) {
                write(kind.lineEnd, 0, kind.lineEnd.length);
            }
            reached = first == 0;
            source.copy(this, empty).ifPresent(why -> warnings.accept(files.get(number) + " breaks off: " + why));
        }

        @Override
        public boolean takes(long record) throws IOException {
            if (record < from) {
                return false;
            }
            reached = true;
            if (written >= piece && (kind != RecordKind.WHOLE || atNote)) {
                notes.force();
                new CopyState(file, record, endPiece(), lineEnds, drops.found(), noted).write(work);
            }
            atNote = false;
            boolean kept = !drops.isDropped(file, record);
            // Readers of web archives expect each record in a member of its own.
            if (kept && (kind == RecordKind.WARC || kind == RecordKind.ARC)) {
                endMember();
            }
            return kept;
        }

        @Override
        public int[] cuts(long record) {
            return drops.ranges();
        }

        @Override
        public void ended(byte[] more) throws IOException {
            notes.write(more);
            noted += more.length;
            atNote = true;
        }

        @Override
        public byte[] notes() throws IOException {
            return Files.readAllBytes(work.file(NOTES));
        }

        @Override
        public void write(byte[] from, int at, int length) throws IOException {
            if (!reached) {
                return;
            }
            if (!inMember) {
                beginMember();
            }
            member.write(from, at, length);
            written += length;
            empty &= length == 0;
            countLineEnds(from, at, length);
        }

        private void countLineEnds(byte[] from, int start, int length) {
            int ends = 0;
            int at = start + length - 1;
            boolean after = false;
            // A return counts only as the beginning of a line end.
            while (at >= start && ends < MOST_ENDS && (from[at] == '\n' || after && from[at] == '\r')) {
                after = from[at] == '\n';
                ends += after ? 1 : 0;
                at--;
            }
            // Nothing but line ends continues those before.
            lineEnds = at < start ? Math.min(MOST_ENDS, lineEnds + ends) : ends;
        }

        @Override
        public boolean writeMembers(FileChannel source, long position, long length) throws IOException {
            if (!compression.equals("gzip")) {
                return false;
            }
            endMember();
            bytes.flush();
            for (long done = 0; done < length; ) {
                long n = source.transferTo(position + done, length - done, channel);
                if (n <= 0) {
                    throw new IOException("a source has become shorter while it was copied");
                }
                done += n;
            }
            written += length;
            empty &= length == 0;
            lineEnds = MOST_ENDS;
            return true;
        }

        private void beginMember() throws IOException {
            // Other members follow.
            member = RecordFiles.compressing(compression, CloseShieldOutputStream.wrap(bytes))
                    .orElseThrow();
            inMember = true;
        }

        private void endMember() throws IOException {
            if (inMember) {
                inMember = false;
                member.close();
            }
        }

        /** Ends the piece and makes it durable. Returns the size of the file. */
        private long endPiece() throws IOException {
            endMember();
            bytes.flush();
            channel.force(true);
            written = 0;
            return channel.position();
        }

        /** Completes the file: a compressed file has a member, even if nothing was written. */
        void finish() throws IOException {
            endMember();
            bytes.flush();
            if (channel.position() == 0 && !compression.isEmpty()) {
                beginMember();
            }
            endPiece();
        }

        /** Closes the file; what was written after the last piece may be incomplete. */
        @Override
        public void close() throws IOException {
            try (channel) {
                notes.close();
            }
        }
    }

    /** Returns the number of dropped documents that were left out. */
    private long writeFile(WorkDirectory work, Progress progress) throws IOException {
        CopyState begun = CopyState.read(work);
        try (DropCursor drops = new DropCursor(work, begun.found(), progress);
                Copy out = new Copy(unfinished(), RecordFiles.compression(path), begun, drops, work)) {
            for (int file = begun.file(); file < files.size(); file++) {
                try (RecordFile source = open(files.get(file))) {
                    out.copy(file, source, begun.at(file).record(), progress::message);
                }
            }
            out.finish();
            return drops.found();
        }
    }

    /**
     * Writes a directory like that of the sources: files that are documents are copied if they survive, files of
     * records without the dropped ones, in the same compression. A run that is continued compares the files that were
     * copied as a whole with their sources, and does not write them again. Returns the number of dropped documents that
     * were left out.
     */
    private long writeDirectory(WorkDirectory work, Progress progress) throws IOException {
        boolean continued = work.step(BEGUN).isPresent() && Files.isDirectory(unfinished());
        if (!continued) {
            if (Files.exists(unfinished())) {
                WorkDirectory.remove(unfinished(), unfinished());
            }
            Files.createDirectories(unfinished());
            CopyState.before(0, 0).write(work);
            work.finish(BEGUN, Map.of());
        }
        CopyState begun = CopyState.read(work);
        BitSet changed = DropCursor.changedFiles(work);
        long copies = 0;
        try (DropCursor drops = new DropCursor(work, begun.found(), progress)) {
            for (int number = 0; number < files.size(); number++) {
                Path file = files.get(number);
                Path copy = unfinished().resolve(directory.get().relativize(file));
                if (!changed.get(number)) {
                    whole(file, copy, continued);
                    copies++;
                } else if (number < begun.file()) {
                    copies += Files.exists(copy) ? 1 : 0;
                } else if (!drops.isDropped(number, 0)) {
                    Files.createDirectories(copy.getParent());
                    if (drops.ranges().length > 0) {
                        shortened(file, copy, drops.ranges());
                    } else {
                        CopyState state = begun.at(number);
                        try (RecordFile opened = open(file);
                                Copy out = new Copy(copy, opened.compression(), state, drops, work)) {
                            out.copy(number, opened, state.record(), progress::message);
                            out.finish();
                        }
                    }
                    CopyState.before(number + 1, drops.found()).write(work);
                    copies++;
                }
            }
            requireAll(copies);
            return drops.found();
        }
    }

    /** A file system that ignores the case of names, for example, may have replaced one copy by another. */
    private void requireAll(long copies) throws IOException {
        try (Stream<Path> found = Files.walk(unfinished())) {
            long present = found.filter(f -> Files.isRegularFile(f, LinkOption.NOFOLLOW_LINKS))
                    .count();
            if (present < copies) {
                throw new FailedException(copies + " files were copied to " + unfinished() + ", but it has "
                        + present + ": its file system takes different names of the sources as one; choose a"
                        + " directory on another file system");
            }
        }
    }

    private static void whole(Path file, Path copy, boolean continued) throws IOException {
        if (continued && Files.exists(copy) && Files.mismatch(file, copy) < 0) {
            return;
        }
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void shortened(Path file, Path copy, int[] cuts) throws IOException {
        byte[] text = Files.readAllBytes(file);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(copy))) {
            int from = 0;
            for (int i = 0; i < cuts.length; i += 2) {
                out.write(text, from, cuts[i] - from);
                from = cuts[i + 1];
            }
            out.write(text, from, text.length - from);
        }
        force(copy);
    }

    /**
     * A copy of sources without some of their documents, which are known while the sources are read. What the copy
     * needs until then is in a directory beside it, which is removed in any case. One thread.
     */
    public static final class CleanCopy implements Closeable {
        private static final long PIECE = 256L << 20;

        private final DedupRun run;
        private final Target target;
        private final DocumentLog.Writer log;
        private final WorkDirectory.Output changes;
        private long dropped;

        /**
         * Checks everything that can be checked before the sources are read.
         *
         * @param path the file or directory of the copy
         * @param sources without standard input and pipes, which cannot be read again
         * @param force whether an existing file may be replaced
         * @throws FailedException if the sources cannot be copied, or the place is taken
         */
        public CleanCopy(
                Path path,
                List<Path> sources,
                ReaderOptions options,
                ReadingOptions reading,
                boolean force,
                Console console)
                throws IOException {
            Map<String, String> facts = DedupRun.facts(sources);
            Path directory = path.toAbsolutePath().resolveSibling(path.getFileName() + ".work");
            WorkDirectory work = WorkDirectory.open(directory, false, facts);
            try {
                target = Target.of(path, sources, options, force, work, PIECE, false);
                Optional<Target> written = Optional.of(target);
                run = new DedupRun(
                        sources,
                        options,
                        reading,
                        written,
                        work,
                        facts,
                        Optional.empty(),
                        console,
                        "nothing was written");
                log = new DocumentLog.Writer(work, written);
                changes = work.create(DocumentLog.CHANGES);
            } catch (IOException | RuntimeException e) {
                work.remove();
                throw e;
            }
        }

        public void add(Document document, boolean isDropped) throws IOException {
            if (isDropped) {
                new Change(log.documents()).write(changes);
                dropped++;
            }
            log.add(document);
        }

        public long dropped() {
            return dropped;
        }

        /** Writes the copy and puts it in place, after all documents were added. */
        public void finish() throws IOException {
            log.force();
            Change.end(changes);
            run.requireUnchanged();
            target.finish(run, dropped);
        }

        /** Removes everything but the finished copy. */
        @Override
        public void close() throws IOException {
            try (log;
                    changes) {
                Path unfinished = target.unfinished();
                if (Files.isDirectory(unfinished)) {
                    WorkDirectory.remove(unfinished, unfinished);
                }
                Files.deleteIfExists(unfinished);
            } finally {
                run.work().remove();
            }
        }
    }
}
