package io.whorl.corpus.example;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A format of one's own: a card index, in which each card begins with a line {@code == signature} and goes on to the
 * next such line. To have it read like the built-in formats, also from within archives, name this class in a file
 * {@code META-INF/services/io.whorl.corpus.format.FormatProvider} of the jar.
 */
public final class CardFormat implements FormatProvider, ContainerFormat {
    private static final String MARK = "== ";

    @Override
    public List<ContainerFormat> containers() {
        return List.of(this);
    }

    @Override
    public String name() {
        return "cards";
    }

    /** What it holds decides, where it can: many texts begin with such a line, so the name has to agree. */
    @Override
    public boolean recognises(Head head) {
        return head.isNamed(".cards") && head.latin1().startsWith(MARK);
    }

    @Override
    public PartReader open(Part whole, ReadContext reading) {
        return new Cards(whole, reading);
    }

    /** Holds one card at a time, and of that no more than a document may have. */
    private static final class Cards implements PartReader {
        private final Part whole;
        private final ReadContext reading;
        private final BufferedReader lines;
        private String line;

        Cards(Part whole, ReadContext reading) {
            this.whole = whole;
            this.reading = reading;
            lines = new BufferedReader(new InputStreamReader(whole.body(), StandardCharsets.UTF_8));
        }

        @Override
        public Optional<Part> next() throws IOException {
            line = line == null ? lines.readLine() : line;
            while (line != null) {
                String signature = line.substring(MARK.length()).strip();
                String place = whole.place() + "#" + signature;
                String text = text();
                if (text.length() <= reading.options().maxDocument()) {
                    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                    return Optional.of(Part.record(place, signature, Part.TEXT, new ByteArrayInputStream(utf8)));
                }
                reading.skip(place, Skipped.Reason.TOO_LARGE, "a card of too many characters");
            }
            return Optional.empty();
        }

        /** Up to the next card, where {@code line} then stands. */
        private String text() throws IOException {
            StringBuilder text = new StringBuilder();
            for (line = lines.readLine(); line != null && !line.startsWith(MARK); line = lines.readLine()) {
                if (text.length() <= reading.options().maxDocument()) {
                    text.append(line).append('\n');
                }
            }
            return text.toString();
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }
}
