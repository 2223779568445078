package io.whorl.cli;

import static io.whorl.store.Channels.orElse;

import io.whorl.cli.ReadingOptions.DatingOptions;
import io.whorl.corpus.DateText;
import io.whorl.corpus.Document;
import io.whorl.minutiae.DocumentDigests;
import io.whorl.store.DocumentDate;
import io.whorl.store.ScratchArrays;
import io.whorl.store.ScratchArrays.ScratchLongs;
import io.whorl.store.ScratchSpace;
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

/**
 * The dates of documents: those of the file of {@code --dates}, or those that the sources state. A line of the file is
 * an id, a tab and a date; the last line of an id counts. Ids are kept as 16 bytes of their SHA-256 in a hash table; a
 * large table is in a mapped scratch file. One thread at a time.
 */
final class DocumentDates implements Closeable {
    /** A slot has the two halves of a key and a date: 0 for an empty one, else 1 plus its distance from the first. */
    private static final int SLOT = 3;

    private static final long RESERVE = 64L << 20;
    private static final int HEAP_SHARE = 8;

    /** The dates that cannot be read of which a warning tells the places, and the characters of each. */
    private static final int SHOWN = 5;

    private static final int LONGEST = 60;

    private final Optional<Path> file;
    private final boolean none;
    /** Of a file only: a command without one does not load what it needs. */
    private final Optional<MessageDigest> sha;

    private final ScratchArrays scratch;
    private final ScratchLongs table;
    private final long slots;
    private long used;
    private long dated;
    private long undated;
    private long unread;
    private final List<String> firstUnread = new ArrayList<>();

    private DocumentDates(Optional<Path> file, boolean none, long lines) throws IOException {
        this.file = file;
        this.none = none;
        sha = file.map(f -> DocumentDigests.sha256());
        slots = Long.highestOneBit(Math.max(8, lines)) * 4;
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        long heap = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
        scratch = new ScratchArrays(heap, new ScratchSpace(folder, RESERVE));
        table = scratch.longs(slots * SLOT);
    }

    public static DocumentDates open(DatingOptions options) throws IOException {
        return options.file().isPresent()
                ? read(options.file().get(), options.none)
                : new DocumentDates(Optional.empty(), options.none, 0);
    }

    /** Reads the dates that a file gives to the documents of an index, and warns of those that cannot be read. */
    public static DocumentDates given(Optional<Path> file, Console console) throws IOException {
        DocumentDates dates = file.isPresent() ? read(file.get(), false) : new DocumentDates(file, false, 0);
        dates.warnOfUnread(console);
        return dates;
    }

    /**
     * Reads a file, and counts the dates that cannot be read.
     *
     * @throws FailedException if a line has no tab, or the file is not UTF-8
     */
    private static DocumentDates read(Path path, boolean none) throws IOException {
        if (!Files.isRegularFile(path)) {
            throw Files.exists(path)
                    ? new FailedException("--dates is " + path + ", which is not a file")
                    : new NoSuchFileException(path.toString());
        }
        DocumentDates dates = new DocumentDates(Optional.of(path), none, lines(path));
        return orElse(dates, () -> {
            try (LineReader lines = LineReader.open(path, LineReader.LONGEST)) {
                for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                    dates.line(line.get(), path, lines.number());
                }
                return dates;
            }
        });
    }

    private static long lines(Path path) throws IOException {
        try (LineReader lines = LineReader.open(path, LineReader.LONGEST)) {
            while (lines.next().isPresent()) {}
            return lines.number();
        }
    }

    private void line(String line, Path path, long number) throws FailedException {
        int tab = line.lastIndexOf('\t');
        if (line.isBlank() || number == 1 && line.endsWith("\tdate")) {
            return;
        }
        if (tab < 1) {
            throw new FailedException(path + ", line " + number + ": there is no " + (tab < 0 ? "tab" : "id")
                    + "; a line is an id, a tab and a date");
        }
        Optional<Instant> date = parse(line.substring(tab + 1), path + ":" + number);
        if (date.isPresent()) {
            long slot = slot(line.substring(0, tab));
            used += table.get(slot) == 0 ? 1 : 0;
            if (used >= slots) {
                throw new FailedException(path + " has grown while it was read; run the command again");
            }
            table.set(slot, DocumentDate.of(date) - DocumentDate.FIRST + 1);
        }
    }

    /**
     * Parses a date. One that cannot be read is counted.
     *
     * @param where its document or line
     */
    private Optional<Instant> parse(String text, String where) {
        Optional<Instant> date = DateText.parse(text);
        if (date.isEmpty() && unread++ < SHOWN) {
            String shown = text.length() > LONGEST ? text.substring(0, LONGEST) + "\u2026" : text;
            firstUnread.add(Escapes.visible(where + " ('" + shown + "')"));
        }
        return date;
    }

    /** The place of the date of an id, or an empty one, which then has the key of the id. */
    private long slot(String id) {
        ByteBuffer digest = ByteBuffer.wrap(sha.orElseThrow().digest(id.getBytes(StandardCharsets.UTF_8)));
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

    public boolean areGiven() {
        return file.isPresent();
    }

    /** Returns the date that the file gives to an id. */
    public Optional<Instant> date(String id) {
        long stored = file.isEmpty() ? 0 : table.get(slot(id));
        return stored == 0 ? Optional.empty() : DocumentDate.instant(stored - 1 + DocumentDate.FIRST);
    }

    /** Returns the date of a document. One that cannot be read is counted. */
    public Optional<Instant> of(Document document) {
        if (none) {
            return Optional.empty();
        }
        Optional<Instant> date =
                date(document.id()).or(() -> document.date().flatMap(text -> parse(text, document.id())));
        dated += date.isPresent() ? 1 : 0;
        undated += date.isPresent() ? 0 : 1;
        return date;
    }

    /** Prints how many documents have dates, if any has one or should have, and warns of dates that cannot be read. */
    public void report(Console console) {
        warnOfUnread(console);
        if (dated > 0) {
            console.note(Amount.of(dated, "document has", "documents have") + " a date"
                    + (undated > 0 ? "; " + Amount.of(undated, "document has", "documents have") + " none" : ""));
        } else if (file.isPresent()) {
            console.warn("warning: no document has a date: --dates has none of the ids");
        }
    }

    private void warnOfUnread(Console console) {
        if (unread > 0) {
            console.warn("warning: " + Amount.of(unread, "date") + " cannot be read, and "
                    + Amount.verb(unread, "its document has", "their documents have") + " none: "
                    + String.join(", ", firstUnread) + (unread > firstUnread.size() ? ", \u2026" : "")
                    + "; write dates as in 2024-03-01 or 2024-03-01T12:30:00Z");
        }
    }

    @Override
    public void close() throws IOException {
        scratch.close();
    }
}
