package io.whorl.cli;

import io.whorl.bulk.RepeatedIds;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.preset.Preset;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.commons.io.function.IOSupplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command: it has access to the global options, and can report wrong usage. */
abstract class Subcommand implements Callable<Integer> {
    static final int DONE = 0;
    static final int FAILED = 1;

    /** Options of results that are not on standard output. */
    private static final Set<String> OTHER_RESULTS =
            Set.of("--edges", "--fail-on", "--html", "--report", "--summary", "--templates", "--write", "--xml");

    /** A result for less than one in so many documents is scarce. */
    private static final double SCARCE = 20;

    @ParentCommand
    WhorlCommand whorl;

    @Spec
    CommandSpec spec;

    private Optional<Console> console = Optional.empty();

    static void refuse(boolean refused, String message) {
        Usage.refuse(refused, message);
    }

    static <T> T checked(IOSupplier<T> maker) throws IOException {
        return Usage.checked(maker);
    }

    /** Returns the output of this command, always the same object. Call it after the arguments are parsed. */
    final synchronized Console console() {
        if (console.isEmpty()) {
            console = Optional.of(whorl.console(hasOtherResults()));
        }
        return console.get();
    }

    final void note(String format, Object... values) {
        console().note(format, values);
    }

    final void warn(String format, Object... values) {
        console().warn(format, values);
    }

    final <T> Table<T>.Rows open(Table<T> table) throws IOException {
        return console().open(table);
    }

    final <T> void print(Table<T> table, Iterable<T> rows) throws IOException {
        console().print(table, rows);
    }

    final void print(Figures figures) throws IOException {
        console().print(figures);
    }

    /**
     * Opens what a command reads: an index, or a segment set as one index.
     *
     * @param threads the threads that search the shards of a set for one query
     */
    static Snapshot openAny(Path index, int threads) throws IOException {
        return SegmentSet.isAt(index) ? Snapshot.openSet(index, RepeatedIds.LAST, threads) : Snapshot.open(index);
    }

    /** Warns if an index has not the chunks and the selection of a preset, on which the preset's threshold depends. */
    final void warnOfPreset(Optional<Preset> given, Scheme index) {
        if (given.isEmpty()) {
            return;
        }
        Preset preset = given.get();
        Scheme wanted = Fingerprinter.of(preset.scheme().build()).scheme();
        Chunking a = wanted.chunking();
        Chunking b = index.chunking();
        StringJoiner differences = new StringJoiner("; ");
        compare("unit", Choice.name(a.unit()), Choice.name(b.unit()), differences);
        compare("granularity", a.granularity(), b.granularity(), differences);
        compare("step", a.step(), b.step(), differences);
        compare("order", Choice.name(a.order()), Choice.name(b.order()), differences);
        compare("breakpoints", a.breakpoints().orElse(0), b.breakpoints().orElse(0), differences);
        compare("selection", wanted.selection(), index.selection(), differences);
        if (differences.length() > 0) {
            warn("warning: the index was not built with preset " + Choice.name(preset)
                    + ", so the threshold of the preset may not fit: " + differences);
        }
    }

    private static void compare(String name, Object preset, Object index, StringJoiner differences) {
        if (!preset.equals(index)) {
            differences.add(name + " is " + index + " in the index and " + preset + " in the preset");
        }
    }

    /**
     * Names the command for essays if the usual threshold finds next to nothing: essays are not alike as a whole.
     *
     * @param found of so many documents
     */
    final void noteReport(boolean usual, long found, long documents) {
        if (usual && found < documents / SCARCE) {
            note("few documents are alike as a whole; for passages that texts share, such as essays, use "
                    + "`whorl report`");
        }
    }

    /** Returns the first results, as long as they can still be printed. */
    static <T> Iterator<T> printable(Iterator<T> results, long most, Console console) {
        long[] left = {most};
        return Lookahead.of(() -> left[0]-- > 0 && !console.isClosed() && results.hasNext()
                ? Optional.of(results.next())
                : Optional.empty());
    }

    final IndexWriter writer(Path index) throws IOException {
        return IndexWriter.open(
                index, WriterOptions.DEFAULT.liveMap(LiveMap.NONE).threads(whorl.threads));
    }

    /**
     * True if the command has results other than those on standard output, such as a file or the exit code. It then
     * goes on if the reader of standard output stops early, without printing the remaining results. Other commands end
     * at once, without an error. Work that can be resumed is no result: it stays, and gives the results another time.
     */
    boolean hasOtherResults() {
        return given().anyMatch(option -> OTHER_RESULTS.contains(option.longestName()));
    }

    /** Returns what the arguments read and write; see {@link OutputCheck#of}. */
    final OutputCheck outputs() throws IOException {
        return OutputCheck.of(spec.commandLine().getParseResult(), true);
    }

    private Stream<OptionSpec> given() {
        return spec.commandLine().getParseResult().matchedOptions().stream();
    }

    /** Whether the user gives any of these options, even with the default as value. */
    final boolean isGiven(String... options) {
        return given().anyMatch(option -> List.of(options).contains(option.longestName()));
    }

    private Stream<OptionSpec> given(String heading) {
        return given().filter(option ->
                option.group() != null && heading.equals(option.group().heading()));
    }

    /**
     * Refuses the options of the command that are not listed.
     *
     * @param reason follows the name of the option in the message
     */
    final void refuseOthers(Set<String> listed, String reason) {
        given().filter(option -> !option.inherited() && !listed.contains(option.longestName()))
                .findFirst()
                .ifPresent(option -> refuse(true, option.longestName() + reason));
    }

    final boolean isAnyGiven(String heading) {
        return given(heading).findAny().isPresent();
    }

    /**
     * Refuses the options of a group that are given although they have no effect.
     *
     * @param heading that of the group
     * @param reason follows the name of the option in the message
     */
    final void refuseIdle(String heading, String reason) {
        given(heading).findFirst().ifPresent(option -> refuse(true, option.longestName() + reason));
    }
}
