package io.whorl.cli;

import io.whorl.align.Aligner;
import io.whorl.align.Aligner.Alignment;
import io.whorl.align.AlignmentOptions;
import io.whorl.cli.AlignmentSettings.AlignmentOption;
import io.whorl.cli.PassagesCommand.PassageOutput;
import io.whorl.cli.PassagesCommand.QueryPassages;
import io.whorl.corpus.Document;
import io.whorl.fingerprint.ChunkMatches;
import io.whorl.fingerprint.ChunkMatches.ChunkMatch;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.measure.Measure;
import io.whorl.query.DocumentComparison;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two texts without an index, or two documents of an index. */
@Command(name = "compare")
final class CompareCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "FILE|ID")
    private String first;

    @Parameters(index = "1", paramLabel = "FILE|ID")
    private String second;

    @Option(names = "--index", paramLabel = "INDEX")
    private Path index;

    @Option(names = "--locations")
    private boolean locations;

    /** Repeated chunks match each other, so places can be as many as the product of the sizes of both texts. */
    @Option(names = "--top", paramLabel = "N")
    private long top = 1_000_000;

    @Option(names = "--decision", paramLabel = "FUNCTION=LIMIT", completionCandidates = Decision.Functions.class)
    private Decision decision;

    @Option(names = "--xml", paramLabel = "DIR")
    private Path xml;

    @Option(names = "--no-convert")
    private boolean noConvert;

    @ArgGroup(exclusive = false, validate = false, heading = SchemeOptions.HEADING)
    private SchemeOptions schemeOptions = new SchemeOptions();

    @ArgGroup(exclusive = false, validate = false, heading = AlignmentOption.HEADING)
    private AlignmentOption alignment = new AlignmentOption();

    @Override
    public Integer call() throws IOException {
        Optional<AlignmentOptions> passages = alignment.options();
        refuse(locations && passages.isPresent(), "--locations and --passages contradict each other");
        refuse(isGiven("--top") && !locations, "--top needs --locations");
        refuse(top < 1, "--top is " + top + "; it must be at least 1");
        refuse(
                decision != null && (locations || passages.isPresent()),
                "--decision contradicts --locations and --passages");
        refuse(passages.isEmpty() && console().format() == Format.PASSIM, "--format passim needs --passages");
        refuse(passages.isEmpty() && xml != null, "--xml needs --passages");
        if (index != null) {
            refuse(noConvert, "--no-convert has no effect with --index, which reads no files; leave it out");
            refuse(
                    locations || decision != null || passages.isPresent() || isAnyGiven(SchemeOptions.HEADING),
                    "--index compares fingerprints by the scheme of the index; leave out --locations, --decision,"
                            + " --passages and the options of the scheme");
            checked(() -> DocumentId.utf8(first));
            checked(() -> DocumentId.utf8(second));
            printIndexed(first, second);
            return DONE;
        }
        refuse(
                passages.isPresent() && isAnyGiven(SchemeOptions.HEADING),
                "--passages aligns texts without a scheme; leave out the options of the scheme");
        Path fileA = Converters.path(first, "FILE|ID");
        Path fileB = Converters.path(second, "FILE|ID");
        SourceCheck.refuseRepeatedStandardInput(List.of(fileA, fileB));
        outputs().reads("source", fileA).reads("source", fileB).check();
        Scheme scheme = schemeOptions.schemeWithoutFrequencies();
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        // Read both texts before fingerprinting one, so that a wrong path is reported at once.
        Document a = SourceReader.single(fileA, !noConvert, passages.isPresent(), console());
        Document b = SourceReader.single(fileB, !noConvert, passages.isPresent(), console());
        if (passages.isPresent()) {
            printPassages(a, b, passages.get());
        } else if (locations) {
            printLocations(a.id(), b.id(), fingerprinter.locate(a.utf8(), b.utf8()));
        } else if (decision != null) {
            printVerdict(a.id(), b.id(), fingerprinter.locate(a.utf8(), b.utf8()));
        } else {
            Fingerprint of = fingerprint(fingerprinter, a);
            Fingerprint other = fingerprint(fingerprinter, b);
            print(figures(a.id(), b.id(), of.size(), other.size(), List.of(), m -> value(of, other, m)));
        }
        return DONE;
    }

    private void printPassages(Document a, Document b, AlignmentOptions options) throws IOException {
        Aligner aligner = Aligner.of(options);
        Alignment alignment = aligner.alignment(a.utf8(), b.utf8());
        try (PassageOutput output = PassageOutput.of(Optional.ofNullable(xml), console(), aligner, false)) {
            output.add(QueryPassages.ofPair(a.id(), a, b.id(), b, alignment.passages()), id -> Optional.of(b.utf8()));
        }
        if (alignment.limited()) {
            warn(TextWarnings.limitedAlignment(a.id(), b.id()));
        }
    }

    private void printVerdict(String a, String b, ChunkMatches found) throws IOException {
        Figures figures = new Figures().text("a", a).text("b", b);
        print(figures.addAll(decision.table(), decision.of(found)));
        if (found.size() == 0) {
            warn(a + " has no chunks, so nothing can match");
        }
    }

    /** Returns no value if the scheme does not support the measure. */
    private static Value value(Fingerprint a, Fingerprint b, Measure measure) {
        if (measure == Measure.SHARED) {
            return Value.count(a.shared(b));
        }
        return measure.isSupportedBy(a.scheme()) ? Value.ratio(a.compare(b, measure)) : Value.absent();
    }

    private Fingerprint fingerprint(Fingerprinter fingerprinter, Document text) {
        Fingerprint fingerprint = fingerprinter.fingerprint(text.utf8());
        TextWarnings.tooShort(text.id(), text.utf8(), fingerprint.size(), fingerprinter.scheme(), console());
        return fingerprint;
    }

    /** The figures that {@code compare} prints for two files, too. They come first, by the same names. */
    private static final List<Measure> FIRST_MEASURES =
            List.of(Measure.SHARED, Measure.RESEMBLANCE, Measure.CONTAINMENT, Measure.CONTAINED);

    private void printIndexed(String a, String b) throws IOException {
        DocumentComparison compared;
        List<Measure> others;
        try (Snapshot snapshot = openAny(index, 1)) {
            compared = snapshot.compare(a, b);
            others = Arrays.stream(Measure.values())
                    .filter(m -> !Set.copyOf(FIRST_MEASURES).contains(m))
                    .filter(m -> !m.usesFrequencies() || m.isSupportedBy(snapshot.scheme()))
                    .toList();
        }
        print(figures(a, b, compared.minutiaeA(), compared.minutiaeB(), others, m -> value(compared, m)));
    }

    private static Figures figures(
            String a, String b, long minutiaeA, long minutiaeB, List<Measure> others, Function<Measure, Value> value) {
        Figures figures = new Figures()
                .text("a", a)
                .text("b", b)
                .count("minutiaeA", minutiaeA)
                .count("minutiaeB", minutiaeB)
                .add(Column.number("score"), value.apply(Measure.RESEMBLANCE));
        for (List<Measure> measures : List.of(FIRST_MEASURES, others)) {
            measures.forEach(m -> figures.add(Column.number(Column.field(m.label())), value.apply(m)));
        }
        return figures;
    }

    /** Shows no value if the scheme does not support the measure. */
    private static Value value(DocumentComparison compared, Measure measure) {
        return measure == Measure.SHARED
                ? Value.count(compared.shared())
                : Value.score(measure, compared.score(measure));
    }

    /** Prints a record for each match, and a note with the number of chunks that match. */
    private void printLocations(String query, String id, ChunkMatches matches) throws IOException {
        boolean more;
        try (Table<ChunkMatch>.Rows rows = open(new Table<ChunkMatch>()
                .text("query", m -> query)
                .text("id", m -> id)
                .count("size", ChunkMatch::size)
                .count("queryOffset", ChunkMatch::start)
                .count("offset", ChunkMatch::registeredStart))) {
            Iterator<ChunkMatch> all = matches.stream().iterator();
            for (long printed = 0; printed < top && all.hasNext(); printed++) {
                rows.add(all.next());
            }
            more = all.hasNext();
        }
        if (more) {
            warn(
                    "warning: %s and %s share more than %,d places; only the first are printed; --top N prints more",
                    query, id, top);
        }
        note(
                "%s has %,d of the %,d chunks of %s, %,d of them in the same order",
                id, matches.count(), matches.size(), query, matches.ordered());
    }

    /** Shows the fingerprint of a text. */
    @Command(name = "fingerprint")
    static final class FingerprintCommand extends Subcommand {
        private static final int BITS_PER_DIGIT = 4;

        @Parameters(paramLabel = "FILE|-")
        private Path file;

        @Option(names = "--no-convert")
        private boolean noConvert;

        @ArgGroup(exclusive = false, validate = false, heading = SchemeOptions.HEADING)
        private SchemeOptions schemeOptions = new SchemeOptions();

        @Override
        public Integer call() throws IOException {
            Scheme scheme = schemeOptions.schemeWithoutFrequencies();
            Document text = SourceReader.single(file, !noConvert, false, console());
            List<TracedMinutia> minutiae = Fingerprinter.of(scheme).trace(text.utf8());
            if (minutiae.isEmpty()) {
                TextWarnings.withoutMinutiae(text.id(), scheme, console());
            }
            String hex = "%0" + (scheme.hashing().bits() + BITS_PER_DIGIT - 1) / BITS_PER_DIGIT + "x";
            print(
                    new Table<TracedMinutia>()
                            .text("minutia", m -> String.format(hex, m.minutia()))
                            .count("offset", TracedMinutia::offset)
                            .text("text", TracedMinutia::text),
                    minutiae);
            return DONE;
        }
    }
}
