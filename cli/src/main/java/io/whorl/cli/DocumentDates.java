package io.whorl.cli;

import io.whorl.cli.ReadingOptions.DatingOptions;
import io.whorl.corpus.DateText;
import io.whorl.corpus.Document;
import io.whorl.minutiae.DocumentDigests;
import io.whorl.store.DocumentDate;
import io.whorl.store.ScratchArray.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The dates of documents: those of the file of {@code --dates}, or those that the sources state. */
final class DocumentDates implements Closeable {
    private final Optional<DateFile> file;
    private final boolean none;
    private final DateFile.UnreadDates unread;
    private long dated;
    private long undated;

    private DocumentDates(Optional<DateFile> file, DateFile.UnreadDates unread, boolean none) {
        this.file = file;
        this.unread = unread;
        this.none = none;
    }

    public static DocumentDates open(DatingOptions options) throws IOException {
        return open(options.file(), options.none);
    }

    /** Reads the dates that a file gives to the documents of an index, and warns of those that cannot be read. */
    public static DocumentDates given(Optional<Path> file, Console console) throws IOException {
        DocumentDates dates = open(file, false);
        dates.unread.warn(console);
        return dates;
    }

    private static DocumentDates open(Optional<Path> file, boolean none) throws IOException {
        DateFile.UnreadDates unread = new DateFile.UnreadDates();
        return new DocumentDates(
                file.isPresent() ? Optional.of(DateFile.read(file.get(), unread)) : Optional.empty(), unread, none);
    }

    public boolean areGiven() {
        return file.isPresent();
    }

    /** Returns the date that the file gives to an id. */
    public Optional<Instant> date(String id) {
        return file.flatMap(f -> f.date(id));
    }

    /** Returns the date of a document. One that cannot be read is counted. */
    public Optional<Instant> of(Document document) {
        if (none) {
            return Optional.empty();
        }
        Optional<Instant> date = file.flatMap(f -> f.date(document.id()));
        if (date.isEmpty() && document.date().isPresent()) {
            date = DateText.parse(document.date().get());
            if (date.isEmpty()) {
                unread.add(document.id(), document.date().get());
            }
        }
        dated += date.isPresent() ? 1 : 0;
        undated += date.isPresent() ? 0 : 1;
        return date;
    }

    /** Prints how many documents have dates, if any has one or should have, and warns of dates that cannot be read. */
    public void report(Console console) {
        unread.warn(console);
        if (dated > 0) {
            console.note(Amount.of(dated, "document has", "documents have") + " a date"
                    + (undated > 0 ? "; " + Amount.of(undated, "document has", "documents have") + " none" : ""));
        } else if (file.isPresent()) {
            console.warn("warning: no document has a date: --dates has none of the ids");
        }
    }

    @Override
    public void close() throws IOException {
        if (file.isPresent()) {
            file.get().close();
        }
    }

    /**
     * The dates of {@code --dates FILE}: each line is an id, a tab and a date. The last line of an id counts. Ids are
     * kept as 16 bytes of their SHA-256 in a hash table; a large table is in a mapped scratch file. One thread at a
     * time.
     */
    public static final class DateFile implements Closeable {
        /**
         * A slot has the two halves of a key and a date: 0 for an empty one, else 1 plus its distance from the first.
         */
        private static final int SLOT = 3;

        private static final long RESERVE = 64L << 20;
        private static final int HEAP_SHARE = 8;

        private final Path path;
        private final MessageDigest sha = DocumentDigests.sha256();
        private final Optional<TempFile> scratch;
        private final ScratchLongs table;
        private final long slots;
        private final UnreadDates unread;
        private long used;

        private DateFile(Path path, long lines, UnreadDates unread) throws IOException {
            this.path = path;
            this.unread = unread;
            slots = Long.highestOneBit(Math.max(8, lines)) * 4;
            boolean large = slots * SLOT * Long.BYTES > Runtime.getRuntime().maxMemory() / HEAP_SHARE;
            Path folder = Path.of(System.getProperty("java.io.tmpdir"));
            scratch = large ? Optional.of(new TempFile(new ScratchSpace(folder, RESERVE))) : Optional.empty();
            table = new ScratchLongs(slots * SLOT, scratch);
        }

        /**
         * Reads a file, and counts the dates that cannot be read.
         *
         * @throws FailedException if a line has no tab, or the file is not UTF-8
         */
        static DateFile read(Path path, UnreadDates unread) throws IOException {
            if (!Files.isRegularFile(path)) {
                throw Files.exists(path)
                        ? new FailedException("--dates is " + path + ", which is not a file")
                        : new NoSuchFileException(path.toString());
            }
            DateFile file = new DateFile(path, lines(path), unread);
            try (LineReader lines = LineReader.open(path, LineReader.LONGEST)) {
                for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                    file.line(line.get(), lines.number());
                }
                return file;
            } catch (IOException | RuntimeException e) {
                file.close();
                throw e;
            }
        }

        private static long lines(Path path) throws IOException {
            try (LineReader lines = LineReader.open(path, LineReader.LONGEST)) {
                while (lines.next().isPresent()) {}
                return lines.number();
            }
        }

        private void line(String line, long number) throws FailedException {
            int tab = line.lastIndexOf('\t');
            if (line.isBlank() || number == 1 && line.endsWith("\tdate")) {
                return;
            }
            if (tab < 1) {
                throw new FailedException(path + ", line " + number + ": there is no " + (tab < 0 ? "tab" : "id")
                        + "; a line is an id, a tab and a date");
            }
            Optional<Instant> date = DateText.parse(line.substring(tab + 1));
            if (date.isEmpty()) {
                unread.add(path + ":" + number, line.substring(tab + 1));
            } else {
                put(line.substring(0, tab), DocumentDate.of(date));
            }
        }

        private void put(String id, long date) throws FailedException {
            long slot = slot(id);
            used += table.get(slot) == 0 ? 1 : 0;
            if (used >= slots) {
                throw new FailedException(path + " has grown while it was read; run the command again");
            }
            table.set(slot, date - DocumentDate.FIRST + 1);
        }

        /** The place of the date of an id, or an empty one, which then has the key of the id. */
        private long slot(String id) {
            ByteBuffer digest = ByteBuffer.wrap(sha.digest(id.getBytes(StandardCharsets.UTF_8)));
            long first = digest.getLong();
            long second = digest.getLong();
            long at = (first & (slots - 1)) * SLOT;
            while (table.get(at) != 0 && (table.get(at + 1) != first || table.get(at + 2) != second)) {
                at = (at + SLOT) % (slots * SLOT);
            }
            if (table.get(at) == 0) {
                table.set(at + 1, first);
                table.set(at + 2, second);
            }
            return at;
        }

        public Optional<Instant> date(String id) {
            long stored = table.get(slot(id));
            return stored == 0 ? Optional.empty() : DocumentDate.instant(stored - 1 + DocumentDate.FIRST);
        }

        @Override
        public void close() throws IOException {
            TempFile.close(scratch);
        }

        /** Counts the dates that cannot be read, and keeps the first few. One thread. */
        static final class UnreadDates {
            private static final int SHOWN = 5;
            private static final int LONGEST = 60;

            private final List<String> first = new ArrayList<>();
            private long count;

            /** @param where the document or line of the date */
            void add(String where, String date) {
                count++;
                if (first.size() < SHOWN) {
                    String shown = date.length() > LONGEST ? date.substring(0, LONGEST) + "\u2026" : date;
                    first.add(Escapes.visible(where + " ('" + shown + "')"));
                }
            }

            void warn(Console console) {
                if (count > 0) {
                    console.warn("warning: " + Amount.of(count, "date") + " cannot be read, and "
                            + Amount.verb(count, "its document has", "their documents have") + " none: "
                            + String.join(", ", first) + (count > first.size() ? ", \u2026" : "")
                            + "; write dates as in 2024-03-01 or 2024-03-01T12:30:00Z");
                }
            }
        }
    }
}
