package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The parts of a container, the reports, and the damage at its end. */
record ReadParts(List<Read> parts, List<Skipped> skipped, Optional<IOException> damage) {
    /** A part with its bytes. */
    record Read(String place, String name, String id, String mediaType, byte[] bytes) {
        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    static ReadParts of(ContainerFormat format, String document) {
        return of(format, FormatOptions.DEFAULT, new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
    }

    static ReadParts of(ContainerFormat format, FormatOptions options, InputStream in) {
        List<Read> parts = new ArrayList<>();
        List<Skipped> skipped = new ArrayList<>();
        ReadContext context = new ReadContext() {
            @Override
            public FormatOptions options() {
                return options;
            }

            @Override
            public void skip(String place, Skipped.Reason reason, String detail) {
                skipped.add(new Skipped(place, reason, detail));
            }
        };
        Part whole = new Part("dump", "dump", Optional.of("dump"), "", in, Optional.empty());
        try (PartReader reader = format.open(whole, context)) {
            for (Optional<Part> part = reader.next(); part.isPresent(); part = reader.next()) {
                Part read = part.get();
                parts.add(new Read(
                        read.place(),
                        read.name(),
                        read.id().orElse(""),
                        read.mediaType(),
                        read.body().readAllBytes()));
            }
        } catch (IOException e) {
            return new ReadParts(parts, skipped, Optional.of(e));
        }
        return new ReadParts(parts, skipped, Optional.empty());
    }

    static FormatOptions maxDocument(int bytes) {
        FormatOptions all = FormatOptions.DEFAULT;
        return FormatOptions.DEFAULT.maxDocument(bytes);
    }

    static Head head(byte[] first) {
        return new Head("", "", first);
    }

    static Head head(String first) {
        return head(first.getBytes(StandardCharsets.UTF_8));
    }

    List<String> ids() {
        return parts.stream().map(Read::id).toList();
    }

    List<String> texts() {
        return parts.stream().map(Read::text).toList();
    }

    Map<Skipped.Reason, Long> reasons() {
        Map<Skipped.Reason, Long> counts = new TreeMap<>();
        skipped.forEach(skip -> counts.merge(skip.reason(), 1L, Long::sum));
        return counts;
    }

    /** A start, then a repeated section, up to a length that would not fit in memory. */
    static final class EndlessStream extends InputStream {
        private final byte[] begin;
        private final byte[] over;
        private final long length;
        private long at;

        EndlessStream(String begin, String over, long length) {
            this.begin = begin.getBytes(StandardCharsets.UTF_8);
            this.over = over.getBytes(StandardCharsets.UTF_8);
            this.length = length;
        }

        /** The number of bytes read. */
        long given() {
            return at;
        }

        @Override
        public int read() {
            if (at >= length) {
                return -1;
            }
            byte b = at < begin.length ? begin[(int) at] : over[(int) ((at - begin.length) % over.length)];
            at++;
            return b & 0xff;
        }

        @Override
        public int read(byte[] to, int from, int count) {
            int n = (int) Math.min(count, length - at);
            for (int i = 0; i < n; i++) {
                to[from + i] = (byte) read();
            }
            return n == 0 && count > 0 ? -1 : n;
        }
    }

    /** Some bytes, then an error, like a truncated compressed file. */
    static final class FailingStream extends InputStream {
        private final InputStream bytes;

        FailingStream(byte[] bytes, int length) {
            this.bytes = new ByteArrayInputStream(bytes, 0, length);
        }

        @Override
        public int read() throws IOException {
            return there(bytes.read());
        }

        @Override
        public int read(byte[] to, int from, int count) throws IOException {
            return count == 0 ? 0 : there(bytes.read(to, from, count));
        }

        private static int there(int read) throws IOException {
            if (read < 0) {
                throw new EOFException("cut");
            }
            return read;
        }
    }
}
