package io.whorl.cli;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cli.ComparisonOptions.SurvivingOptions;
import io.whorl.cli.ComparisonOptions.SurvivingOptions.KeepRule;
import io.whorl.cli.InterruptOnExit.TemporaryDirectory;
import io.whorl.cli.ParagraphDedup.ParagraphOptions;
import io.whorl.cli.ReadingOptions.DatingOptions;
import io.whorl.cli.SourceDedup.DedupRun;
import io.whorl.cli.SourceDedup.DedupSummary;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.SimilarityOptions.Keep;
import io.whorl.cluster.Survivors;
import io.whorl.cluster.Survivors.Dropped;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.preset.Preset;
import io.whorl.query.Snapshot;
import io.whorl.rebuild.RebuildOptions;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.io.function.IOFunction;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds superfluous documents, and writes the others. */
@Command(name = "dedup")
final class DedupCommand extends Subcommand {
    /** The bytes of a text that the summary shows. */
    private static final int BEGINNING = 120;

    @Parameters(arity = "1..*", paramLabel = "INDEX|SOURCE")
    private List<Path> sources;

    @Mixin
    private SurvivingOptions surviving;

    @Mixin
    private ParagraphOptions paragraphs;

    @Option(names = "--write", paramLabel = "FILE")
    private Path write;

    @Option(names = "--force")
    private boolean force;

    @Option(names = "--drop-unread")
    private boolean dropUnread;

    @Option(names = "--resume")
    private boolean resume;

    @Option(names = "--work", paramLabel = "DIR")
    private Path work;

    @Option(names = "--temp", paramLabel = "DIR")
    private Path temp;

    @Option(names = "--summary", paramLabel = "FILE")
    private Path summary;

    @Option(names = "--memory", paramLabel = "SIZE")
    private ByteSize memory;

    @Option(names = "--run-text", paramLabel = "SIZE", hidden = true)
    // One run need not be merged. The memory bounds it, and so does the time between two checkpoints.
    private ByteSize runText = new ByteSize(BuildOptions.DEFAULT.runText());

    @Option(names = "--write-piece", paramLabel = "SIZE", hidden = true)
    private ByteSize piece = new ByteSize(256L << 20);

    @ArgGroup(exclusive = false, validate = false, heading = ReadingOptions.HEADING)
    private ReadingOptions reading = new ReadingOptions();

    @ArgGroup(exclusive = false, validate = false, heading = DatingOptions.HEADING)
    private DatingOptions dating = new DatingOptions();

    @ArgGroup(exclusive = false, validate = false, heading = SchemeOptions.HEADING)
    private SchemeOptions schemeOptions = new SchemeOptions();

    /** The options that have a meaning for paragraphs. */
    private static final Set<String> OF_PARAGRAPHS = Set.of(
            ("--paragraphs --min-words --max-cut --write --write-piece --force --resume --temp --summary --memory"
                            + " --strict --lenient --allow-empty --max-document --id-field --text-field --include"
                            + " --exclude --limit --sample --namespaces --redirects --no-convert")
                    .split(" "));

    @Override
    public Integer call() throws IOException {
        ByteSize checked = memory == null ? null : new ByteSize(memory.checkedMemory(BuildOptions.LEAST_MEMORY));
        refuse((dropUnread || force) && write == null, "--force and --drop-unread need --write");
        surviving.omissions.begin(outputs());
        Optional<SummaryFile> summaryFile = SummaryFile.at(Optional.ofNullable(summary));
        boolean wholes = paragraphs.unit == null;
        refuse(wholes && isGiven("--min-words", "--max-cut"), "--min-words and --max-cut need --paragraphs");
        paragraphs.check();
        for (Path source : sources) {
            if (wholes && IndexFiles.exists(source)) {
                return ofIndex(source, checked, summaryFile);
            }
        }
        if (!wholes) {
            return ofParagraphs(checked, summaryFile);
        }
        return ofSources(surviving.checked(surviving.keep.inSources(), whorl.threads, checked), summaryFile);
    }

    private int ofParagraphs(ByteSize checked, Optional<SummaryFile> file) throws IOException {
        refuseOthers(OF_PARAGRAPHS, " is for documents that are compared as wholes; with --paragraphs, leave it out");
        ReaderOptions reader = reading.of(sources).threads(whorl.threads);
        checkSources();
        Map<String, String> depends = reading.facts();
        depends.putAll(Usage.facts(paragraphs));
        long heap = checked == null ? SummaryFile.memoryForBuilds() : checked.bytes();
        return inSteps(
                depends, reader, file, true, run -> new ParagraphDedup(run, paragraphs, whorl.threads, heap).steps());
    }

    private int ofIndex(Path index, ByteSize checked, Optional<SummaryFile> file) throws IOException {
        refuse(sources.size() > 1, index + " is an index; give it alone, or only sources");
        refuse(
                write != null || temp != null || isAnyGiven(SchemeOptions.HEADING),
                "--write, --temp and the options of a scheme are for sources, but " + index
                        + " is an index; give the sources, from which the command builds its own index");
        refuseIdle(ReadingOptions.HEADING, " is for sources, but " + index + " is an index; leave it out");
        refuse(resume && work == null, "--resume needs --work DIR, the directory of the work");
        refuse(
                !dating.readsNothing(),
                "only --dates gives dates to the documents of an index; leave the other options of dates out");
        refuseIdleDates();
        SimilarityOptions options = surviving
                .checked(surviving.keep.inIndex(), whorl.threads, checked)
                .resume(resume);
        options = work == null ? options : options.work(work);
        try (DocumentDates dates = DocumentDates.given(dating.file(), console())) {
            options = dates.areGiven() ? options.dates(dates::date) : options;
            dedup(index, options, file);
        }
        return DONE;
    }

    private void refuseIdleDates() throws IOException {
        refuse(
                surviving.keep.kind() != Keep.OLDEST && !dating.facts().isEmpty(),
                "the options of dates need --keep oldest");
    }

    /** The reader gives the value that the rule needs as the date of a document. */
    private ReaderOptions reader() throws IOException {
        refuseIdleDates();
        ReaderOptions reader = dating.over(reading.of(sources));
        KeepRule rule = surviving.keep;
        if (rule.kind() == Keep.LEAST_KEY) {
            FormatOptions formats = checked(() -> reader.formats().dateField(rule.field()));
            return reader.formats(formats).threads(whorl.threads);
        }
        return reader.threads(whorl.threads);
    }

    private int ofSources(SimilarityOptions survivors, Optional<SummaryFile> file) throws IOException {
        ReaderOptions reader = reader();
        Scheme scheme = isAnyGiven(SchemeOptions.HEADING)
                ? schemeOptions.scheme()
                : Preset.NEAR_DUPLICATES.scheme().build();
        survivors.measure().check(scheme);
        checkSources();
        Map<String, String> depends = reading.facts();
        depends.putAll(dating.facts());
        depends.put("scheme", scheme.toJson());
        depends.putAll(surviving.facts(survivors));
        OmissionOptions omissions = surviving.omissions;
        depends.put(
                "--series", checked(omissions::templates).map(Object::toString).orElse("none"));
        depends.put("--drop-unread", Boolean.toString(dropUnread));
        RebuildOptions rebuild = rebuild(scheme);
        return inSteps(depends, reader, file, false, run -> new SourceDedup(
                        run, surviving.keep, dating, rebuild, survivors, omissions, dropUnread)
                .steps());
    }

    /** Does a run in its directory. Keeps the directory if the run can be continued. */
    private int inSteps(
            Map<String, String> depends,
            ReaderOptions reader,
            Optional<SummaryFile> file,
            boolean shortens,
            IOFunction<DedupRun, Integer> steps)
            throws IOException {
        Map<String, String> facts = DedupRun.facts(sources);
        depends.putAll(facts);
        depends.put("--write", write == null ? "none" : write.toAbsolutePath().toString());
        boolean lasting = write != null || temp != null;
        try (InterruptOnExit interruption = new InterruptOnExit();
                TemporaryDirectory temporary = lasting ? null : temporaryDirectory();
                WorkDirectory kept = WorkDirectory.open(lasting ? workDirectory() : temporary.path, resume, depends)) {
            noteResumption(kept);
            boolean useless = !lasting || !kept.resumed();
            try {
                String outcome = lasting
                        ? "the finished steps are kept in " + kept.path() + "; continue with --resume"
                        : "nothing was kept";
                Optional<Target> target = write == null
                        ? Optional.empty()
                        : Optional.of(Target.of(write, sources, reader, force, kept, piece.bytes(), shortens));
                useless = !lasting;
                DedupRun run = new DedupRun(sources, reader, reading, target, kept, facts, file, console(), outcome);
                int exit = FailedException.during("", outcome, () -> steps.apply(run));
                // Without --write the printed result is all, and a continued run prints it again.
                useless = !lasting || write != null || !console().isClosed();
                return exit;
            } finally {
                if (useless) {
                    kept.remove();
                }
            }
        }
    }

    private void noteResumption(WorkDirectory steps) {
        if (resume) {
            note(
                    steps.resumed()
                            ? "continuing the run in " + steps.path()
                            : "there is nothing to continue in " + steps.path() + ": starting from the beginning");
        } else if (steps.discarded()) {
            note("starting from the beginning: the finished steps of an earlier run are discarded");
        }
    }

    private RebuildOptions rebuild(Scheme scheme) throws IOException {
        BuildOptions build = checked(() -> RebuildOptions.DEFAULT
                .buildOptions()
                .threads(whorl.threads)
                .memory(memory == null ? SummaryFile.memoryForBuilds() : memory.bytes())
                .runText(runText.bytes())
                .repeatedIds(RepeatedIds.FIRST)
                // Copies of one text count as one document, so that they do not exceed --max-df.
                .duplicates(Duplicates.ALIAS));
        return RebuildOptions.DEFAULT.buildOptions(build).scheme(scheme).temporary(true);
    }

    private void checkSources() throws IOException {
        SourceCheck.refuseRepeatedStandardInput(sources);
        SourceCheck.requireExisting(sources);
        if (write != null || resume) {
            SourceCheck.requireRepeatable(sources, "--write and --resume");
        }
        refuse(
                work != null,
                "--work is for an index; with sources, finished parts are beside the file of --write, or in --temp");
        refuse(resume && write == null && temp == null, "--resume needs --write or --temp of the earlier run");
        refuse(
                write != null && SourceCheck.isStandardInput(write),
                "--write is -, but standard output has the result; give a file");
    }

    private TemporaryDirectory temporaryDirectory() throws IOException {
        refuseAround(Path.of(System.getProperty("java.io.tmpdir")), "--temp");
        return new TemporaryDirectory("whorl-dedup");
    }

    private Path workDirectory() throws IOException {
        Path absolute = write == null ? null : write.toAbsolutePath().normalize();
        String name = (absolute == null ? "whorl" : absolute.getFileName()) + ".dedup";
        Path directory = temp == null ? absolute.resolveSibling(name) : temp.resolve(name);
        if (!Files.isDirectory(directory.toAbsolutePath().getParent())) {
            throw new FailedException(directory.toAbsolutePath().getParent() + " is not a directory; create it first");
        }
        refuseAround(directory, "--temp or --write");
        return directory;
    }

    private void refuseAround(Path directory, String options) throws IOException {
        Optional<Path> around = SourceCheck.containing(directory, sources);
        if (around.isPresent()) {
            throw Usage.error("the temporary index would be inside the source " + around.get()
                    + "; choose another place with " + options);
        }
    }

    private void dedup(Path index, SimilarityOptions options, Optional<SummaryFile> file) throws IOException {
        try (Snapshot snapshot = Snapshot.open(index);
                Survivors survivors = console()
                        .search("dedup", snapshot, progress -> snapshot.survivors(options.progress(progress)))) {
            surviving.omissions.check(snapshot, console());
            DedupSummary found = new DedupSummary();
            try (Table<Dropped>.Rows rows = DedupSummary.open(console(), options.measure())) {
                while ((!console().isClosed() || file.isPresent()) && survivors.hasNext()) {
                    Dropped d = survivors.next();
                    rows.add(d);
                    found.add(d.cluster(), shown(snapshot, d.drop()), shown(snapshot, d.keep()), d.score());
                }
            }
            Survivors.Figures figures = survivors.figures();
            surviving.omissions.reportIgnored(figures.ignored(), console());
            surviving.omissions.report(survivors, options, console());
            found.print(figures, figures.documents(), console(), file);
            if (!console().isClosed()) {
                survivors.removeWork();
            }
        }
    }

    private static DedupSummary.Shown shown(Snapshot snapshot, String id) {
        return new DedupSummary.Shown(id, () -> Optional.of(id)
                .filter(any -> snapshot.storesTexts())
                .flatMap(snapshot::text)
                .map(text -> new String(text, 0, Math.min(BEGINNING, text.length), StandardCharsets.UTF_8))
                .orElse(""));
    }
}
