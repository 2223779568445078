package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import java.io.ByteArrayInputStream;
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
}
