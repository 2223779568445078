package io.whorl.cli.input;

import io.whorl.cli.console.Console;
import io.whorl.cli.option.DatingOptions;
import io.whorl.cli.output.Amount;
import io.whorl.corpus.DateText;
import io.whorl.corpus.Document;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** The dates of documents: those of the file of {@code --dates}, or those that the sources state. */
public final class DocumentDates implements Closeable {
    private final Optional<DateFile> file;
    private final boolean none;
    private final DateFile.UnreadDates unread = new DateFile.UnreadDates();
    private long dated;
    private long undated;

    private DocumentDates(Optional<DateFile> file, boolean none) {
        this.file = file;
        this.none = none;
    }

    /** Reads the file of {@code --dates}, if there is one. */
    public static DocumentDates open(DatingOptions options) throws IOException {
        return open(options.file(), options.none());
    }

    /** Reads the dates that a file gives to the documents of an index, and warns of those that cannot be read. */
    public static DocumentDates given(Optional<Path> file, Console console) throws IOException {
        DocumentDates dates = open(file, false);
        dates.file.ifPresent(f -> f.warn(console));
        return dates;
    }

    private static DocumentDates open(Optional<Path> file, boolean none) throws IOException {
        return new DocumentDates(file.isPresent() ? Optional.of(DateFile.read(file.get())) : Optional.empty(), none);
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
        file.ifPresent(f -> f.warn(console));
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
}
