package io.whorl.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.cli.GivenText.CommonText;
import io.whorl.cli.GivenText.CommonText.Common;
import io.whorl.cli.GivenText.Range.Kind;
import io.whorl.cli.HtmlPage.DataBlocks;
import io.whorl.cli.HtmlPage.PageTexts;
import io.whorl.cli.HtmlPage.PassagesJson;
import io.whorl.cli.HtmlPage.PassagesJson.Places;
import io.whorl.cli.InterruptOnExit.TemporaryDirectory;
import io.whorl.cli.PairAlignment.Candidate;
import io.whorl.cli.PairAlignment.Ranked;
import io.whorl.cli.PairAlignment.SharingPair;
import io.whorl.cli.PairAlignment.SharingPair.CheckedText;
import io.whorl.cli.PairAlignment.TextGroups;
import io.whorl.cli.PassagesCommand.PassageOutput;
import io.whorl.cli.PassagesCommand.PassageOutput.PassageRecords;
import io.whorl.cli.PassagesCommand.QueryPassages;
import io.whorl.cli.ReportCommand.ReportPage.Note;
import io.whorl.cli.ReportCommand.ReportPage.Omission;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.format.Skipped;
import io.whorl.internal.Json;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.io.function.IOConsumer;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds the pairs of documents that share passages, and writes a report. */
@Command(name = "report")
final class ReportCommand extends Subcommand {
    private static final String OUTCOME = "nothing was compared";
    /** The texts, their masked copies and a few texts in alignment are in memory. */
    private static final int TEXTS_PER_HEAP = 6;
    /** A text that this percentage of the documents have is named, although it counts. */
    private static final int OFFERED = 20;

    private static final int LEAST_OFFERED = 5;
    /** Fewer documents can have the same words because some copied from another. */
    private static final int LEAST_GIVEN = 10;

    private static final int SNIPPET = 60;
    private static final int NAMED = 10;

    @Parameters(arity = "1..*", paramLabel = "SOURCE")
    private List<Path> sources;

    @Option(names = "--html", paramLabel = "FILE")
    private Path html;

    @Option(names = "--xml", paramLabel = "DIR")
    private Path xml;

    @Option(names = "--reference", paramLabel = "SOURCE")
    private List<Path> references = List.of();

    @Option(names = "--against", paramLabel = "INDEX")
    private Path against;

    @Option(names = "--texts", paramLabel = "SOURCE")
    private List<Path> indexedTexts = List.of();

    @Option(names = "--among")
    private boolean among;

    @Option(names = "--template", paramLabel = "FILE")
    private List<Path> templates = List.of();

    @Option(
            names = "--leave-out",
            paramLabel = "both|references|quotations|none",
            completionCandidates = Choice.CitedParts.class)
    private CitedText.Parts cited = CitedText.Parts.BOTH;

    @Option(names = "--given-by", paramLabel = "PERCENT")
    private int givenBy = 67;

    @Option(names = "--min-words", paramLabel = "N")
    private int leastWords = 20;

    @Option(names = "--top", paramLabel = "N")
    private int top = 2_000;

    @ArgGroup(exclusive = false, validate = false, heading = AlignmentSettings.HEADING)
    private AlignmentSettings alignment = new AlignmentSettings();

    @ArgGroup(exclusive = false, validate = false, heading = ReadingOptions.HEADING)
    private ReadingOptions reading = new ReadingOptions();

    private PairAlignment pairAlignment;
    private final LeftOutTexts leftOut = new LeftOutTexts();
    private final List<Note> notes = new ArrayList<>();
    private final LeftOutTexts hiding = new LeftOutTexts();
    private long bytes;
    private boolean mapped;
    private int code;

    @Override
    @SuppressWarnings("try")
    public Integer call() throws IOException {
        AlignmentOptions options = alignment.of();
        List<Path> all = Stream.of(sources, references, indexedTexts)
                .flatMap(List::stream)
                .toList();
        // Sentences have no places, and the page has only the numbers of pages. Maps tell what a file hides, too.
        mapped = console().format() != Format.TABLE || xml != null;
        ReaderOptions readerOptions = reading.of(all).threads(whorl.threads).mapped(true);
        check(all);
        if (xml != null) {
            // A wrong path is reported before the documents are read.
            Files.createDirectories(xml);
        }
        pairAlignment = new PairAlignment(Aligner.of(options), given(), cited);
        SkippedDocuments skipped = new SkippedDocuments(console(), reading, LeftOutTexts.MAX_NAMES);
        try (InterruptOnExit interruption = new InterruptOnExit()) {
            List<CheckedText> texts = read(sources, false, readerOptions, skipped);
            List<CheckedText> older = references.isEmpty() ? List.of() : read(references, true, readerOptions, skipped);
            GivenText common = common(texts);
            texts = without(common, texts);
            older = without(common, older);
            offer(texts);
            noteCited(texts);
            List<Candidate> candidates = candidates(texts, older);
            if (against != null) {
                older = withIndex(texts, older, candidates, readerOptions, skipped);
            }
            Ranked found;
            try (Progress progress = console().progressOfDocuments("align", candidates.size())) {
                found = pairAlignment.ranked(candidates, whorl.threads, top, leastWords, progress);
            }
            if (found.limited() > 0) {
                notes.add(new Note("limited", Map.of("n", found.limited())));
            }
            List<Omission> groups = leftOut.with(skipped);
            print(texts, older, found, groups);
            LeftOutTexts.warn(groups, console());
        }
        return Math.max(code, skipped.exitCode("the report is of what was read"));
    }

    /** Adds the pairs with documents of the index, and returns all references. Only these are in memory. */
    private List<CheckedText> withIndex(
            List<CheckedText> texts,
            List<CheckedText> older,
            List<Candidate> candidates,
            ReaderOptions options,
            SkippedDocuments skipped)
            throws IOException {
        try (Snapshot snapshot = Snapshot.open(against);
                IndexedTexts indexed = IndexedTexts.open(snapshot, indexedTexts, options, skipped, console())) {
            Map<String, Optional<CheckedText>> loaded = new LinkedHashMap<>();
            int limited = Candidate.find(texts, snapshot, whorl.threads, (text, ids) -> {
                for (String id : ids) {
                    if (!loaded.containsKey(id)) {
                        loaded.put(id, load(id, indexed));
                    }
                    loaded.get(id).ifPresent(reference -> candidates.add(new Candidate(text, reference)));
                }
            });
            noteLimit("manyIndexed", limited);
            indexed.note().ifPresent(notes::add);
            code = indexed.exitCode();
            return Stream.concat(older.stream(), loaded.values().stream().flatMap(Optional::stream))
                    .toList();
        }
    }

    private Optional<CheckedText> load(String id, IndexedTexts indexed) throws IOException {
        Optional<byte[]> text = indexed.text(id);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        bytes += text.get().length;
        if (bytes > maxBytes()) {
            throw new FailedException("the documents, with those of the index that share text, do not fit in memory:"
                    + " they have more than " + Amount.of(maxBytes() >> 20, "MB", "MB")
                    + "; start java with a larger heap, such as -Xmx4g, or use passages");
        }
        return Optional.of(pairAlignment.text(id, true, text.get(), indexed.places(id), List.of()));
    }

    private static long maxBytes() {
        return Runtime.getRuntime().maxMemory() / TEXTS_PER_HEAP;
    }

    private void check(List<Path> all) throws IOException {
        refuse(among && references.isEmpty() && against == null, "--among needs --reference or --against");
        refuse(!indexedTexts.isEmpty() && against == null, "--texts needs --against");
        refuse(givenBy < 0 || givenBy > PERCENT, "--given-by is " + givenBy + "; it must be from 0 to 100");
        refuse(leastWords < 1, "--min-words is " + leastWords + "; it must be at least 1");
        refuse(top < 1 || top > 1_000_000, "--top is " + top + "; it must be from 1 to 1000000");
        SourceCheck.refuseRepeatedStandardInput(all);
        SourceCheck.requireExisting(all);
        outputs().check();
    }

    private GivenText given() throws IOException {
        List<byte[]> texts = new ArrayList<>();
        for (Path template : templates) {
            texts.add(SourceReader.single(template, true, false, console()).utf8());
        }
        return new GivenText(texts);
    }

    private List<CheckedText> read(List<Path> from, boolean reference, ReaderOptions options, SkippedDocuments skipped)
            throws IOException {
        List<CheckedText> texts = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        long limit = maxBytes();
        try (SourceReader documents = SourceReader.open(from, options, skipped);
                Progress progress = documents.show("read", OUTCOME)) {
            OrderedTasks.runTexts(
                    () -> {
                        Optional<Document> next = documents.nextIndexed();
                        while (next.isPresent() && !ids.add(next.get().id())) {
                            leftOut.repeated(next.get(), progress::message);
                            next = documents.nextIndexed();
                        }
                        return next;
                    },
                    whorl.threads,
                    document -> pairAlignment.text(
                            document.id(),
                            reference,
                            document.utf8(),
                            places(document),
                            Evasion.of(document.utf8(), document.hidden())),
                    (document, text) -> {
                        bytes += text.utf8().length + text.places().bytes();
                        if (bytes > limit) {
                            throw new FailedException("the documents do not fit in memory: they have more than "
                                    + Amount.of(limit >> 20, "MB", "MB") + " of text; start java with a larger heap,"
                                    + " such as -Xmx4g, or build an index and use query");
                        }
                        texts.add(text);
                        noteEvasions(text, progress::message);
                    });
        }
        return texts;
    }

    private TextPlaces places(Document document) {
        return new TextPlaces(mapped ? document.map() : Optional.empty(), document.pages());
    }

    private void noteEvasions(CheckedText text, Consumer<String> warn) {
        for (Evasion evasion : text.evasions()) {
            String kind = evasion.kind().name();
            if (hiding.add(kind, text.id() + ": " + evasion.detail())) {
                warn.accept("warning: " + text.id() + " may hide copied text: " + LeftOutTexts.words(kind) + ": "
                        + evasion.detail());
            }
        }
    }

    private List<Omission> evasionGroups() {
        return hiding.groups().stream()
                .sorted(Comparator.comparing(group -> Evasion.Kind.valueOf(group.reason())))
                .toList();
    }

    /** Returns the text that so many documents have that everyone was given it. */
    private GivenText common(List<CheckedText> texts) {
        List<Common> found = givenBy == 0 ? List.of() : CommonText.of(texts, givenBy / PERCENT, LEAST_GIVEN);
        found.forEach(text -> addNote(shared("given", text, texts)));
        return new GivenText(found.stream().map(Common::utf8).toList());
    }

    /** Names the text that many documents have, although it counts. */
    private void offer(List<CheckedText> texts) {
        CommonText.of(texts, OFFERED / PERCENT, LEAST_OFFERED).forEach(text -> addNote(shared("common", text, texts)));
    }

    private static Note shared(String key, Common text, List<CheckedText> texts) {
        return new Note(
                key,
                Map.of(
                        "n", (long) text.documents(),
                        "all", (long) texts.size(),
                        "words", (long) text.words(),
                        "text", Snippet.quoted(text.utf8(), 0, text.utf8().length, SNIPPET),
                        "percent", (long) Math.floor(PERCENT * text.documents() / texts.size())));
    }

    private List<CheckedText> without(GivenText common, List<CheckedText> texts) {
        List<CheckedText> all = new ArrayList<>();
        for (CheckedText text : texts) {
            CheckedText without = text.without(common);
            leftOut.check(without, console()::warn);
            all.add(without);
        }
        return all;
    }

    private void noteCited(List<CheckedText> texts) {
        List<String> many = texts.stream()
                .filter(CheckedText::citesTooMuch)
                .map(CheckedText::id)
                .toList();
        if (!many.isEmpty()) {
            String names = String.join(", ", many.subList(0, Math.min(NAMED, many.size())));
            addNote(new Note(
                    "cited", Map.of("n", (long) many.size(), "text", many.size() > NAMED ? names + ", ..." : names)));
        }
    }

    private void addNote(Note note) {
        notes.add(note);
        warn("warning: " + note.english());
    }

    private List<Candidate> candidates(List<CheckedText> texts, List<CheckedText> older) throws IOException {
        List<Candidate> found = new ArrayList<>();
        try (TemporaryDirectory temporary = new TemporaryDirectory("whorl-report")) {
            if (!references.isEmpty()) {
                Path index = temporary.path.resolve("references");
                noteLimit("manyReferences", Candidate.find(texts, older, index, whorl.threads, found));
            }
            if (references.isEmpty() && against == null || among) {
                Path index = temporary.path.resolve("texts");
                noteLimit("manyTexts", Candidate.find(texts, texts, index, whorl.threads, found));
            }
        }
        return found;
    }

    private void noteLimit(String key, int texts) {
        if (texts > 0) {
            addNote(new Note(key, Map.of("n", (long) texts, "most", (long) Candidate.MOST)));
        }
    }

    private void print(List<CheckedText> texts, List<CheckedText> older, Ranked found, List<Omission> groups)
            throws IOException {
        List<SharingPair> shown = found.best();
        List<CheckedText> all = Stream.concat(texts.stream(), older.stream()).toList();
        TextGroups textGroups = new TextGroups(all, shown);
        printPairs(shown, textGroups);
        if (xml != null) {
            write(shown, new PassageOutput.PanXml(xml));
        }
        if (html != null) {
            ReportPage page = new ReportPage(
                    all, shown, found.total(), evasionGroups(), groups, notes, leastWords, textGroups, this::writeRun);
            ResultFile.at(html).write(page::write);
            note("the report is in " + html);
        }
        note("compared " + Amount.of(texts.size(), "document")
                + (references.isEmpty() && against == null
                        ? ""
                        : " with " + Amount.of(older.size(), "reference document"))
                + ": "
                + Amount.of(found.total(), "pair") + " with shared passages"
                + (found.total() > shown.size() ? ", of which the first " + shown.size() + " are shown" : ""));
    }

    /** Writes what was run, so that a reader can run it again. */
    private void writeRun(JsonGenerator json) throws IOException {
        StringJoiner command = new StringJoiner(" ").add("whorl");
        spec.commandLine().getParent().getParseResult().originalArgs().stream()
                .map(word -> word.matches("[\\w./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                .forEach(command::add);
        json.writeStartObject();
        json.writeStringField("version", new WhorlCommand.Version().getVersion()[0]);
        json.writeNumberField("time", System.currentTimeMillis());
        json.writeStringField("command", Escapes.visible(command.toString()));
        DataBlocks.texts(json, "sources", names(sources));
        DataBlocks.texts(json, "references", names(references));
        DataBlocks.texts(json, "index", names(against == null ? List.of() : List.of(against)));
        DataBlocks.texts(json, "templates", names(templates));
        json.writeEndObject();
    }

    private static List<String> names(List<Path> paths) {
        return paths.stream().map(Path::toString).toList();
    }

    /** Collects the documents that a report does not compare, for standard error and for its page. One thread. */
    private static final class LeftOutTexts {
        static final int MAX_NAMES = 100;
        private static final int PASSAGE = 150;

        private final Map<String, List<String>> names = new LinkedHashMap<>();
        private final Map<String, Long> counts = new LinkedHashMap<>();

        void repeated(Document document, Consumer<String> warn) {
            add("REPEATED", document.place());
            warn.accept("warning: left out " + document.place() + ": it repeats the id " + document.id());
        }

        void check(CheckedText text, Consumer<String> warn) {
            if (text.words() > 0 && text.utf8().length >= PASSAGE) {
                return;
            }
            String reason = text.words() > 0
                    ? "SHORT"
                    : text.given().isEmpty()
                            ? "WITHOUT_WORDS"
                            : text.given().stream().allMatch(r -> r.kind() == Kind.GIVEN) ? "ONLY_GIVEN" : "ONLY_CITED";
            if (add(reason, text.id())) {
                warn.accept("warning: " + text.id() + " cannot share a passage: " + words(reason));
            }
        }

        /** Returns a reason as the end of a sentence. */
        static String words(String reason) {
            String why = new Omission(reason, false, 1, List.of()).english();
            return why.substring(0, 1).toLowerCase(Locale.ROOT) + why.substring(1);
        }

        /** Counts a name; returns whether it is one of the first, which are kept. */
        boolean add(String reason, String name) {
            counts.merge(reason, 1L, Long::sum);
            List<String> kept = names.computeIfAbsent(reason, key -> new ArrayList<>());
            return kept.size() < MAX_NAMES && kept.add(name);
        }

        /** Returns all groups: first the documents that were not read. */
        List<Omission> with(SkippedDocuments skipped) {
            List<Omission> groups = new ArrayList<>();
            skipped.counts()
                    .forEach((reason, count) -> groups.add(new Omission(
                            key(reason),
                            reason.losesText(),
                            count,
                            skipped.first().stream()
                                    .filter(s -> s.reason() == reason)
                                    .map(s -> s.place() + ": " + s.detail())
                                    .toList())));
            groups.sort(Comparator.comparing(group -> !group.unread()));
            groups.addAll(groups());
            return groups;
        }

        List<Omission> groups() {
            return counts.entrySet().stream()
                    .map(c -> new Omission(c.getKey(), false, c.getValue(), names.get(c.getKey())))
                    .toList();
        }

        static void warn(List<Omission> groups, Console console) {
            if (!groups.isEmpty()) {
                StringJoiner parts = new StringJoiner("; ");
                groups.forEach(group -> parts.add(Amount.say("%s (%,d)", group.english(), group.count())));
                long all = groups.stream().mapToLong(Omission::count).sum();
                console.warn("cannot share passages: " + Amount.of(all, "document") + ": " + parts);
            }
        }

        private static String key(Skipped.Reason reason) {
            return switch (reason) {
                case POINTER, LEFT_OUT -> "EXCLUDED";
                default -> reason.name();
            };
        }
    }

    private static final double PERCENT = 100;

    private void printPairs(List<SharingPair> pairs, TextGroups groups) throws IOException {
        if (console().format() == Format.TABLE) {
            Writer out = console().streams().out();
            for (SharingPair pair : pairs) {
                out.write(Escapes.visible(sentence(pair)));
                out.write('\n');
            }
            return;
        }
        if (console().format() == Format.PASSIM) {
            write(pairs, new PassageOutput.PassimRecords(console()));
            return;
        }
        print(
                new Table<SharingPair>()
                        .text("query", p -> p.a().id())
                        .text("id", p -> p.b().id())
                        .count("words", SharingPair::words)
                        .number("queryShare", p -> Value.ratio(p.shareOfA()))
                        .number("share", p -> Value.ratio(p.shareOfB()))
                        .flag("reference", p -> p.b().reference())
                        .flag("reordered", SharingPair::reordered)
                        .number("group", p -> groups.of(p).map(Value::count).orElse(Value.absent()))
                        .json("queryEvasion", p -> Evasion.json(p.a().evasions()))
                        .json("evasion", p -> Evasion.json(p.b().evasions()))
                        .json("passages", p -> PassageRecords.json(passages(p))),
                pairs);
    }

    private static void write(List<SharingPair> pairs, PassageOutput to) throws IOException {
        try (PassageOutput output = to) {
            for (SharingPair pair : pairs) {
                output.addPair(passages(pair), pair.b().id(), pair.b().utf8());
            }
        }
    }

    private static QueryPassages passages(SharingPair pair) {
        CheckedText a = pair.a();
        CheckedText b = pair.b();
        return QueryPassages.ofPair(a.id(), a.utf8(), a.places(), b.id(), b.places(), pair.passages());
    }

    /** The share of a reference says nothing about the text that shares passages with it. */
    private static String sentence(SharingPair pair) {
        String a = pair.a().id();
        String b = pair.b().id();
        String words = Amount.of(pair.words(), "word");
        String places = Amount.of(pair.passages().size(), "passage") + (pair.reordered() ? " in another order" : "");
        return pair.b().reference()
                ? a + " shares " + words + " with " + b + " in " + places + ", " + percent(pair.shareOfA()) + " of " + a
                : a + " and " + b + " share " + words + " in " + places + ", " + percent(pair.shareOfA()) + " of " + a
                        + " and " + percent(pair.shareOfB()) + " of " + b;
    }

    private static String percent(double share) {
        return Amount.say("%.0f %%", PERCENT * share);
    }

    /**
     * A report as one HTML file.
     *
     * @param pairs the pairs to show, best first
     * @param total the number of pairs that were found, of which {@code pairs} are the first
     * @param evasions the documents that may hide copied text, with what was found in them
     * @param leftOut the documents that cannot share passages: not read, without words, or too short
     * @param notes limits that were reached, and text that many documents have
     * @param minWords the least shared words of a pair, with which the slider of the page begins
     * @param groups of the texts, which the page shows at first
     */
    record ReportPage(
            List<CheckedText> texts,
            List<SharingPair> pairs,
            long total,
            List<Omission> evasions,
            List<Omission> leftOut,
            List<Note> notes,
            int minWords,
            TextGroups groups,
            IOConsumer<JsonGenerator> run) {
        private static final HtmlPage PAGE = new HtmlPage("Shared passages", "report.html", PageTexts.LANGUAGES);

        private static final Table<Omission> LEFT_OUT = new Table<Omission>()
                .text("reason", Omission::reason)
                .count("count", Omission::count)
                .mark("unread", Omission::unread)
                .column(
                        Column.text("names"),
                        g -> Value.texts(
                                g.names().stream().map(Escapes::visible).toList()));

        /** Writes the page. Equal reports have equal bytes. */
        public void write(OutputStream out) throws IOException {
            PAGE.write(out, this::writeData);
        }

        private void writeData(DataBlocks blocks) throws IOException {
            Map<CheckedText, Places> shown = new IdentityHashMap<>();
            Map<CheckedText, Integer> numbers = new IdentityHashMap<>();
            for (CheckedText text : texts()) {
                numbers.put(text, numbers.size());
            }
            for (SharingPair pair : pairs()) {
                for (CheckedText text : List.of(pair.a(), pair.b())) {
                    if (!shown.containsKey(text)) {
                        String string = new String(text.utf8(), StandardCharsets.UTF_8);
                        shown.put(text, new Places(string));
                        blocks.write(
                                "text-" + numbers.get(text),
                                block -> block.write(string.getBytes(StandardCharsets.UTF_8)));
                    }
                }
            }
            blocks.writeJson("data", json -> {
                json.writeStartObject();
                json.writeNumberField("total", total());
                DataBlocks.objects(json, "evasions", LEFT_OUT, evasions());
                DataBlocks.objects(json, "leftOut", LEFT_OUT, leftOut());
                json.writeNumberField("minWords", minWords());
                json.writeNumberField("groupShare", groups().share);
                DataBlocks.array(json, "notes", notes(), note -> json.writeRawValue(note.json()));
                DataBlocks.objects(json, "documents", documents(shown), texts());
                int[] rank = {0};
                Table<SharingPair> ranked = new Table<SharingPair>()
                        .count("rank", p -> ++rank[0])
                        .count("a", p -> numbers.get(p.a()))
                        .count("b", p -> numbers.get(p.b()))
                        .part(p -> p, PassagesJson.table(shown));
                DataBlocks.objects(json, "pairs", ranked, pairs());
                json.writeEndObject();
            });
            blocks.writeJson("run", run);
        }

        private static Table<CheckedText> documents(Map<CheckedText, Places> shown) {
            return new Table<CheckedText>()
                    .text("id", t -> Escapes.visible(t.id()))
                    .count("words", CheckedText::words)
                    .mark("reference", CheckedText::reference)
                    .optional(
                            t -> Optional.of(t).filter(shown::containsKey).filter(x -> !x.given()
                                    .isEmpty()),
                            new Table<CheckedText>().json("template", ReportPage::given));
        }

        private static String given(CheckedText text) {
            StringJoiner given = new StringJoiner(",", "[", "]");
            int bytes = 0;
            int units = 0;
            for (GivenText.Range range : text.given()) {
                int from = units + units(text.utf8(), bytes, range.start());
                units = from + units(text.utf8(), range.start(), range.end());
                given.add("[" + from + "," + units + "," + range.kind().ordinal() + "]");
                bytes = range.end();
            }
            return given.toString();
        }

        private static int units(byte[] utf8, int from, int to) {
            return new String(utf8, from, to - from, StandardCharsets.UTF_8).length();
        }

        /**
         * A limit that was reached, or what else a reader must know.
         *
         * @param key that of a text that begins with {@code note.}
         * @param values of its placeholders: numbers of type Long, and texts
         */
        public record Note(String key, Map<String, ?> values) {
            public Note {
                // The order of other maps differs between runs, and equal reports have equal bytes.
                values = Collections.unmodifiableMap(new TreeMap<>(values));
            }

            private String json() {
                Map<String, Object> fields = new LinkedHashMap<>(Map.of("key", key));
                values.forEach((name, value) ->
                        fields.put(name, value instanceof Long ? value : Escapes.visible(value.toString())));
                return Json.write(fields);
            }

            /** Returns the note as a sentence in English, without its full stop. */
            public String english() {
                return PageTexts.english("note." + key, values).replaceFirst("\\.$", "");
            }
        }

        /**
         * Documents that a report names for one reason: that it does not compare them, or that they may hide copied
         * text.
         *
         * @param reason the key of a text that begins with {@code reason.}
         * @param unread true if they may have text that could not be read
         * @param names the first of them, with details
         */
        public record Omission(String reason, boolean unread, long count, List<String> names) {
            public Omission {
                names = List.copyOf(names);
            }

            public String english() {
                return PageTexts.english("reason." + reason, Map.of());
            }
        }
    }
}
