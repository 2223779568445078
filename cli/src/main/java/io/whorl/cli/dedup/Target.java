package io.whorl.cli.dedup;

import io.whorl.cli.console.FailedException;
import io.whorl.cli.dedup.Decisions.DropCursor;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.RecordFile;
import io.whorl.corpus.RecordFiles;
import io.whorl.corpus.RecordSink;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Where the survivors are written: a file of records, or a directory if the only source is one. The result appears in
 * one step, after it is complete.
 */
public abstract class Target {
    record SourceFile(int number, Path path) {}

    private final Path path;
    private final List<Path> files;
    private final RecordFiles records;
    private final long piece;

    Target(Path path, List<Path> files, RecordFiles records, long piece) {
        this.path = path;
        this.files = files;
        this.records = records;
        this.piece = piece;
    }

    /**
     * Checks the target and the sources before the work begins. The target must be apart from the sources.
     *
     * @param force whether an existing file may be replaced
     * @param work where the run keeps its steps
     * @param piece the bytes of a file after which a run can be continued
     */
    public static Target of(
            Path path, List<Path> sources, ReaderOptions options, boolean force, WorkDirectory work, long piece)
            throws IOException {
        boolean directory = sources.size() == 1 && Files.isDirectory(sources.get(0));
        // If the run that is continued had written its output, it may be in place.
        if (Files.exists(path) && !SourceDedup.hasWritten(work) && (directory || !force)) {
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
        RecordFiles records = new RecordFiles(options);
        Target target = directory
                ? new DirectoryTarget(path, sources.get(0), files, records, piece)
                : new FileTarget(path, files, records, piece);
        boolean ours = work.resumed() || work.discarded();
        if (!ours && (directory ? Files.exists(target.unfinished()) : Files.isRegularFile(target.unfinished()))) {
            throw new FailedException(target.unfinished() + " exists, and would be replaced; remove it first");
        }
        return target;
    }

    Path path() {
        return path;
    }

    /** The files of the sources, each made when it is needed: a directory may have millions of files. */
    final List<SourceFile> files() {
        return new AbstractList<>() {
            @Override
            public SourceFile get(int index) {
                return new SourceFile(index, files.get(index));
            }

            @Override
            public int size() {
                return files.size();
            }
        };
    }

    long piece() {
        return piece;
    }

    static boolean isGzip(String compression) {
        return compression.equals("gzip");
    }

    RecordFile open(SourceFile file) throws IOException {
        try {
            return records.open(file.path());
        } catch (IOException e) {
            throw new FailedException(file.path() + " cannot be read, and so not copied: " + e.getMessage());
        }
    }

    static FailedException parts(SourceFile file, String format) {
        return new FailedException("the documents of " + file.path() + " cannot be copied one by one"
                + (format.equals("json") ? ": it is a JSON array; make it JSON lines" : ": its format is " + format)
                + "; or leave out --write");
    }

    final Path unfinished() {
        return unfinished(path);
    }

    /** Returns the path at which the result is written before it is complete. */
    public static Path unfinished(Path path) {
        Path absolute = path.toAbsolutePath();
        return absolute.resolveSibling(absolute.getFileName() + ".unfinished");
    }

    /**
     * Writes the unfinished result durably, and replaces one of an earlier run.
     *
     * @param warnings receives the sources that break off
     * @return the number of dropped documents that were left out
     */
    abstract long write(WorkDirectory work, Consumer<String> warnings) throws IOException;

    /** Puts the complete result in place. Does nothing if that was done. */
    final void publish() throws IOException {
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
     */
    record CopyState(int file, long record, long bytes, int lineEnds, long found) {
        static final CopyState BEGINNING = new CopyState(0, 0, 0, 2, 0);

        private static final String STEP = "copied";

        /** Reads the state of the run that is continued. */
        static CopyState read(WorkDirectory work) throws IOException {
            Optional<Map<String, String>> step = work.step(STEP);
            return step.isEmpty()
                    ? BEGINNING
                    : new CopyState(
                            (int) number(step.get(), "file"),
                            number(step.get(), "record"),
                            number(step.get(), "bytes"),
                            (int) number(step.get(), "lineEnds"),
                            number(step.get(), "found"));
        }

        private static long number(Map<String, String> fields, String name) {
            return Long.parseLong(fields.get(name));
        }

        void write(WorkDirectory work) throws IOException {
            work.finish(
                    STEP,
                    Map.of(
                            "file", Integer.toString(file),
                            "record", Long.toString(record),
                            "bytes", Long.toString(bytes),
                            "lineEnds", Integer.toString(lineEnds),
                            "found", Long.toString(found)));
        }
    }

    /**
     * A file that is written in pieces. After each piece the bytes are durable, and a later run can continue there. If
     * the file is compressed, each piece is a gzip member or zstd frame of its own, so the bytes do not depend on
     * interruptions.
     */
    static final class CopyFile implements Closeable {
        private static final int BUFFER = 1 << 16;

        private final String compression;
        private final FileChannel channel;
        private final OutputStream bytes;
        private final long piece;
        private OutputStream member = OutputStream.nullOutputStream();
        private boolean inMember;
        private boolean empty;
        private long written;

        /**
         * @param compression what {@link RecordFiles#compressing} writes
         * @param piece the size of a piece, before compression
         * @param from the number of bytes of the file that are kept
         */
        CopyFile(Path path, String compression, long piece, long from) throws IOException {
            this.compression = compression;
            this.piece = piece;
            empty = from == 0;
            channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                if (channel.size() < from) {
                    throw new FailedException(
                            path + " is shorter than it was; start from the beginning, without --resume");
                }
                channel.truncate(from).position(from);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            bytes = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
        }

        /** True if the piece is as large as a piece may be. */
        boolean isPieceFull() {
            return written >= piece;
        }

        /** True if nothing was written. */
        boolean isEmpty() {
            return empty;
        }

        void write(byte[] from, int at, int length) throws IOException {
            if (!inMember) {
                begin();
            }
            member.write(from, at, length);
            written += length;
            empty &= length == 0;
        }

        private void begin() throws IOException {
            OutputStream open = new FilterOutputStream(bytes) {
                @Override
                public void write(byte[] b, int off, int len) throws IOException {
                    out.write(b, off, len);
                }

                @Override
                public void close() {
                    // Other members follow.
                }
            };
            member = RecordFiles.compressing(compression, open).orElseThrow();
            inMember = true;
        }

        /** Ends the gzip member or zstd frame. */
        void endMember() throws IOException {
            if (inMember) {
                inMember = false;
                member.close();
            }
        }

        /** Copies compressed members of another file. */
        void copyMembers(FileChannel file, long position, long length) throws IOException {
            endMember();
            bytes.flush();
            for (long done = 0; done < length; ) {
                long n = file.transferTo(position + done, length - done, channel);
                if (n <= 0) {
                    throw new IOException("a source has become shorter while it was copied");
                }
                done += n;
            }
            written += length;
            empty &= length == 0;
        }

        /** Ends the piece and makes it durable. Returns the size of the file. */
        long endPiece() throws IOException {
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
                begin();
            }
            endPiece();
        }

        /** Closes the file; what was written after the last piece may be incomplete. */
        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** Counts the line ends at the end of an output, up to two. The beginning of a file counts as two. */
    static final class LineEnds {
        static final int MOST = 2;

        private int count;

        LineEnds(int count) {
            this.count = count;
        }

        int count() {
            return count;
        }

        void add(byte[] bytes, int from, int length) {
            int ends = 0;
            int at = from + length - 1;
            boolean after = false;
            // A return counts only as the beginning of a line end.
            while (at >= from && ends < MOST && (bytes[at] == '\n' || after && bytes[at] == '\r')) {
                after = bytes[at] == '\n';
                ends += after ? 1 : 0;
                at--;
            }
            // Nothing but line ends continues those before.
            count = at < from ? Math.min(MOST, count + ends) : ends;
        }

        /** The output ends with a record that is complete. */
        void complete() {
            count = MOST;
        }
    }

    /** How the records of a format are put into one file. */
    enum RecordKind {
        /** JSON objects: each file of them starts on a new line. */
        JSON("json", "\n", 1, true, false),
        /** Rows of a table, whose first one names the columns. */
        TABLE("csv", "\n", 1, false, false),
        /** Mails, after an empty line. */
        MAIL("mbox", "\n", 2, true, false),
        /** Records of a web archive, which end with two line ends. Readers expect each in a member of its own. */
        WARC("warc", "\r\n", 2, true, true),
        /** Records of a web archive in the older format. */
        ARC("arc", "\n", 1, true, true);

        private final String format;
        private final byte[] lineEnd;
        private final int ends;
        private final boolean joined;
        private final boolean members;

        RecordKind(String format, String lineEnd, int ends, boolean joined, boolean members) {
            this.format = format;
            this.lineEnd = lineEnd.getBytes(StandardCharsets.US_ASCII);
            this.ends = ends;
            this.joined = joined;
            this.members = members;
        }

        /** The kind of a format whose records can be copied. */
        static RecordKind of(String format) {
            for (RecordKind kind : values()) {
                if (kind.format.equals(format)) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("format is " + format + "; its records cannot be copied");
        }

        /** The format by name. */
        String format() {
            return format;
        }

        /** A line end of the format. */
        byte[] lineEnd() {
            return lineEnd.clone();
        }

        /** The number of line ends before the first record of the next file. */
        int ends() {
            return ends;
        }

        /** True if several files can be put into one. */
        boolean isJoined() {
            return joined;
        }

        /** True if each record is compressed as a member of its own. */
        boolean hasMembers() {
            return members;
        }
    }

    /** Writes the surviving records of one file to an output, in pieces. */
    static final class SurvivorSink implements RecordSink {
        /** Records a finished piece. */
        interface Pieces {
            /** @param record the first record after the piece */
            void end(long record) throws IOException;
        }

        private final DropCursor drops;
        private final int file;
        private final CopyFile out;
        private final LineEnds ends;
        private final RecordKind kind;
        private final boolean gzip;
        private final long from;
        private final Pieces pieces;
        /** True once the records are reached that are not copied yet. */
        private boolean reached;

        /**
         * @param ends counts the line ends after the last record
         * @param gzip whether the output is compressed as gzip
         * @param from the first record that is not copied yet; 0 for the beginning of the file
         */
        SurvivorSink(
                DropCursor drops,
                int file,
                CopyFile out,
                LineEnds ends,
                RecordKind kind,
                boolean gzip,
                long from,
                Pieces pieces) {
            this.drops = drops;
            this.file = file;
            this.out = out;
            this.ends = ends;
            this.kind = kind;
            this.gzip = gzip;
            this.from = from;
            this.pieces = pieces;
            reached = from == 0;
        }

        @Override
        public boolean takes(long record) throws IOException {
            if (record < from) {
                return false;
            }
            reached = true;
            if (out.isPieceFull()) {
                pieces.end(record);
            }
            boolean kept = !drops.isDropped(file, record);
            if (kept && kind.hasMembers()) {
                out.endMember();
            }
            return kept;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (reached) {
                out.write(bytes, from, length);
                ends.add(bytes, from, length);
            }
        }

        @Override
        public boolean writeMembers(FileChannel source, long position, long length) throws IOException {
            if (!gzip) {
                return false;
            }
            out.copyMembers(source, position, length);
            ends.complete();
            return true;
        }
    }

    /** One file with the surviving records of all files, compressed as its name says. */
    private static final class FileTarget extends Target {
        private final String compression;
        private final RecordKind kind;

        FileTarget(Path path, List<Path> files, RecordFiles records, long piece) throws IOException {
            super(path, files, records, piece);
            compression = RecordFiles.compression(path);
            if (RecordFiles.compressing(compression, OutputStream.nullOutputStream())
                    .isEmpty()) {
                throw new FailedException("--write does not compress as " + compression + "; choose a name that ends in"
                        + " .gz or .zst, or in neither");
            }
            Optional<RecordKind> first = Optional.empty();
            for (SourceFile file : files()) {
                RecordKind of = check(file);
                requireJoined(file, of, first);
                first = Optional.of(of);
            }
            kind = first.orElseThrow(() -> new FailedException("there are no files to copy records of"));
        }

        private RecordKind check(SourceFile file) throws IOException {
            try (RecordFile opened = open(file)) {
                if (opened.content() == RecordFile.Content.PARTS) {
                    throw parts(file, opened.format());
                }
                if (opened.content() == RecordFile.Content.DOCUMENT) {
                    throw new FailedException(
                            file.path() + " has no records: --write makes a file of JSON objects, rows,"
                                    + " mails or records of web archives; for a directory of files, give it as the only"
                                    + " source");
                }
                return RecordKind.of(opened.format());
            }
        }

        private void requireJoined(SourceFile file, RecordKind of, Optional<RecordKind> first) throws FailedException {
            if (!of.isJoined() && files().size() > 1) {
                throw new FailedException("tables are not joined to one, because their columns may differ ("
                        + file.path() + "); give one table, or a directory as the only source");
            }
            if (first.isPresent() && first.get() != of) {
                throw new FailedException("records of several formats are not joined to one file: the format of "
                        + file.path() + " is " + of.format() + ", that of the files before it is "
                        + first.get().format() + "; give them one by one, or a directory as the only source");
            }
        }

        @Override
        long write(WorkDirectory work, Consumer<String> warnings) throws IOException {
            CopyState begun = CopyState.read(work);
            LineEnds ends = new LineEnds(begun.lineEnds());
            try (DropCursor drops = new DropCursor(work, begun.found());
                    CopyFile out = new CopyFile(unfinished(), compression, piece(), begun.bytes())) {
                for (SourceFile file : files().subList(begun.file(), files().size())) {
                    boolean continued = file.number() == begun.file() && begun.record() > 0;
                    if (!continued) {
                        separate(out, ends);
                    }
                    SurvivorSink sink = new SurvivorSink(
                            drops,
                            file.number(),
                            out,
                            ends,
                            kind,
                            isGzip(compression),
                            continued ? begun.record() : 0,
                            record -> new CopyState(file.number(), record, out.endPiece(), ends.count(), drops.found())
                                    .write(work));
                    try (RecordFile records = open(file)) {
                        Optional<String> damage = records.copy(sink, out.isEmpty());
                        damage.ifPresent(why -> warnings.accept(file.path() + " breaks off: " + why));
                    }
                }
                out.finish();
                return drops.found();
            }
        }

        /** Ends the last record, so that the next one starts its own line. */
        private void separate(CopyFile out, LineEnds ends) throws IOException {
            while (ends.count() < kind.ends()) {
                out.write(kind.lineEnd(), 0, kind.lineEnd().length);
                ends.add(kind.lineEnd(), 0, kind.lineEnd().length);
            }
        }
    }

    /**
     * A directory like that of the sources: files that are documents are copied if they survive, files of records
     * without the dropped ones, in the same compression. A run that is continued compares the files that were copied as
     * a whole with their sources, and does not write them again.
     */
    private static final class DirectoryTarget extends Target {
        private static final String BEGUN = "copying";

        private final Path source;

        DirectoryTarget(Path path, Path source, List<Path> files, RecordFiles records, long piece) throws IOException {
            super(path, files, records, piece);
            this.source = source;
            for (SourceFile file : files()) {
                check(file);
            }
        }

        private void check(SourceFile file) throws IOException {
            try (RecordFile opened = open(file)) {
                if (opened.content() == RecordFile.Content.PARTS) {
                    throw parts(file, opened.format());
                }
                boolean records = opened.content() == RecordFile.Content.RECORDS;
                if (records
                        && RecordFiles.compressing(opened.compression(), OutputStream.nullOutputStream())
                                .isEmpty()) {
                    throw new FailedException("--write does not compress as " + opened.compression()
                            + ", and so does not copy records of " + file.path() + "; unpack it or use gzip or zstd");
                }
            }
        }

        @Override
        long write(WorkDirectory work, Consumer<String> warnings) throws IOException {
            boolean continued = work.step(BEGUN).isPresent() && Files.isDirectory(unfinished());
            if (!continued) {
                begin(work);
            }
            CopyState begun = CopyState.read(work);
            long leftOut = 0;
            long copies = 0;
            try (DropCursor counts = new DropCursor(work, 0);
                    DropCursor drops = new DropCursor(work, begun.found())) {
                for (SourceFile file : files()) {
                    long dropped = counts.count(file.number());
                    leftOut += dropped;
                    Path copy = unfinished().resolve(source.relativize(file.path()));
                    if (dropped == 0 && !counts.hasUnread(file.number())) {
                        whole(file, copy, continued);
                        copies++;
                    } else if (file.number() < begun.file()) {
                        copies += Files.exists(copy) ? 1 : 0;
                    } else if (!drops.isDropped(file.number(), 0)) {
                        Files.createDirectories(copy.getParent());
                        long found = records(file, copy, drops, work, warnings);
                        new CopyState(file.number() + 1, 0, 0, LineEnds.MOST, found).write(work);
                        copies++;
                    }
                }
                requireAll(copies);
                return Math.min(leftOut, drops.found());
            }
        }

        /** A file system that ignores the case of names, for example, may have replaced one copy by another. */
        private void requireAll(long copies) throws IOException {
            try (Stream<Path> found = Files.walk(unfinished())) {
                long files = found.filter(f -> Files.isRegularFile(f, LinkOption.NOFOLLOW_LINKS))
                        .count();
                if (files < copies) {
                    throw new FailedException(copies + " files were copied to " + unfinished() + ", but it has " + files
                            + ": its file system takes different names of the sources as one; choose a directory on"
                            + " another file system");
                }
            }
        }

        private void begin(WorkDirectory work) throws IOException {
            if (Files.exists(unfinished())) {
                WorkDirectory.remove(unfinished(), unfinished());
            }
            Files.createDirectories(unfinished());
            CopyState.BEGINNING.write(work);
            work.finish(BEGUN, Map.of());
        }

        private static void whole(SourceFile file, Path copy, boolean continued) throws IOException {
            if (continued && Files.exists(copy) && Files.mismatch(file.path(), copy) < 0) {
                return;
            }
            Files.createDirectories(copy.getParent());
            Files.copy(file.path(), copy, StandardCopyOption.REPLACE_EXISTING);
        }

        /** Returns the number of dropped documents that were found so far. */
        private long records(
                SourceFile file, Path copy, DropCursor drops, WorkDirectory work, Consumer<String> warnings)
                throws IOException {
            CopyState begun = CopyState.read(work);
            boolean continued = begun.file() == file.number() && begun.record() > 0;
            LineEnds ends = new LineEnds(LineEnds.MOST);
            try (RecordFile records = open(file);
                    CopyFile out = new CopyFile(copy, records.compression(), piece(), continued ? begun.bytes() : 0)) {
                SurvivorSink sink = new SurvivorSink(
                        drops,
                        file.number(),
                        out,
                        ends,
                        RecordKind.of(records.format()),
                        isGzip(records.compression()),
                        continued ? begun.record() : 0,
                        record -> new CopyState(file.number(), record, out.endPiece(), ends.count(), drops.found())
                                .write(work));
                Optional<String> damage = records.copy(sink, !continued);
                damage.ifPresent(why -> warnings.accept(file.path() + " breaks off: " + why));
                out.finish();
                return drops.found();
            }
        }
    }
}
