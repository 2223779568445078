package io.whorl.cli.command;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.cli.console.Console;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.cli.passages.GivenText;
import io.whorl.cli.passages.OrderedTasks;
import io.whorl.cli.passages.PairAlignment;
import io.whorl.cli.passages.PassimRecord;
import io.whorl.cluster.Cluster;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Member;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Prints the members of clusters with the fields of Passim: the part of a member from its first to its last passage
 * with the representative. The representative, and a member without passages, are whole documents.
 */
final class ClusterPassim {
    private final MemberTexts texts;
    private final Console console;
    private final int threads;
    private final PairAlignment alignment =
            new PairAlignment(Aligner.of(AlignmentOptions.DEFAULT), new GivenText(List.of()));

    /** A member, and its text and that of the representative where they are known. */
    private record Entry(Cluster cluster, String id, Optional<byte[]> text, Optional<byte[]> representative) {}

    ClusterPassim(MemberTexts texts, Console console, int threads) {
        this.texts = texts;
        this.console = console;
        this.threads = threads;
    }

    /** @param top the number of clusters to print */
    void print(Clusters clusters, long top) throws IOException {
        List<Column> columns = List.of(
                Column.number("uid"),
                Column.number("cluster"),
                Column.number("size"),
                Column.text("id"),
                Column.number("begin"),
                Column.number("end"));
        try (Records records = console.records(columns)) {
            OrderedTasks.run(() -> entries(clusters, top), threads, this::span, (entry, span) -> {
                Optional<Span> place = span.isEmpty()
                        ? span
                        : Optional.of(texts.places(entry.id()).original(span.get()));
                records.add(
                        Value.count(PassimRecord.uidOf(entry.id())),
                        Value.count(entry.cluster().number()),
                        Value.count(entry.cluster().size()),
                        Value.text(entry.id()),
                        Value.count(place.map(Span::start).orElse(0)),
                        place.isPresent() ? Value.count(place.get().end()) : Value.absent());
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Reads texts as it is iterated. */
    private Iterator<Entry> entries(Clusters clusters, long top) {
        return new Iterator<>() {
            private long done;
            private Cluster cluster;
            private Iterator<Member> members = List.<Member>of().iterator();
            private Optional<byte[]> representative = Optional.empty();

            @Override
            public boolean hasNext() {
                return !console.isClosed() && (members.hasNext() || done < top && clusters.hasNext());
            }

            @Override
            public Entry next() {
                boolean first = !members.hasNext();
                if (first) {
                    done++;
                    cluster = clusters.next();
                    members = cluster.iterator();
                }
                String id = members.next().id();
                try {
                    Optional<byte[]> text = texts.text(id);
                    representative = first ? text : representative;
                    return new Entry(cluster, id, text, first ? Optional.empty() : representative);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    /** Returns the place of a member in its text; empty if the text is unknown. */
    private Optional<Span> span(Entry entry) {
        if (entry.text().isEmpty()) {
            return Optional.empty();
        }
        byte[] utf8 = entry.text().get();
        List<Passage> passages = entry.representative().isEmpty()
                ? List.of()
                : alignment.passages(entry.representative().get(), utf8);
        if (passages.isEmpty()) {
            String text = new String(utf8, StandardCharsets.UTF_8);
            return Optional.of(new Span(0, text.codePointCount(0, text.length()), 0, utf8.length));
        }
        Span first = passages.get(0).b();
        Span last = first;
        for (Passage passage : passages) {
            first = passage.b().start() < first.start() ? passage.b() : first;
            last = passage.b().end() > last.end() ? passage.b() : last;
        }
        return Optional.of(new Span(first.start(), last.end(), first.startByte(), last.endByte()));
    }
}
