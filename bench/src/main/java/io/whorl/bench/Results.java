package io.whorl.bench;

import io.whorl.lab.Columns.FigureTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The results of a run, as a section of a Markdown file.
 *
 * @param name of the run: {@code quick} or {@code full}
 * @param machine the machine and JDK
 */
public record Results(String name, String machine, String commit, String sets, List<Row> rows) {
    private static final List<String> HEAD = List.of("what", "figure", "floor or rival", "ratio", "bar", "met");
    private static final Path CPUS = Path.of("/proc/cpuinfo");

    /**
     * Returns the results of this machine.
     *
     * @param commit the commit that is measured; if empty, that of the working directory, with a mark if files differ
     *     from it
     */
    public static Results here(String name, Optional<String> commit, String sets, List<Row> rows) {
        return new Results(name, machineHere(), commit.or(Results::commitHere).orElse("unknown"), sets, rows);
    }

    public String markdown() {
        return "## " + name + "\n\nMachine: " + machine + "  \nCommit: " + commit + "  \nSets: " + sets + "\n\n"
                + FigureTable.lines(HEAD, rows.stream().map(Results::cells).toList());
    }

    /** Writes the section into a Markdown file: replaces the section with the same name, or appends. */
    public void writeInto(Path file) throws IOException {
        String begin = "<!-- begin " + name + " -->\n";
        String end = "<!-- end " + name + " -->\n";
        String section = begin + markdown() + end;
        String text = Files.exists(file) ? Files.readString(file) : "# Results\n\n";
        int from = text.indexOf(begin);
        int to = text.indexOf(end);
        boolean there = from >= 0 && to > from;
        String before = there ? text.substring(0, from) : text.endsWith("\n\n") ? text : text + "\n";
        Files.writeString(file, before + section + (there ? text.substring(to + end.length()) : ""));
    }

    private static List<String> cells(Row row) {
        String ratio = row.ratio().isPresent() ? Row.number(row.ratio().getAsDouble()) : "";
        return Stream.of(row.what(), row.figure(), row.against(), ratio, row.bar(), row.met())
                .map(cell -> cell.replaceAll("\\R", " "))
                .toList();
    }

    /** Returns processor, cores, operating system and JDK in one line. */
    private static String machineHere() {
        String processor = "unknown processor";
        try {
            processor = Files.readAllLines(CPUS).stream()
                    .filter(l -> l.startsWith("model name"))
                    .findFirst()
                    .map(l -> l.substring(l.indexOf(':') + 1).strip())
                    .orElse(processor);
        } catch (IOException e) {
            // Only Linux has the file. Results without the model are still useful.
        }
        return processor + ", " + Runtime.getRuntime().availableProcessors() + " cores; "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch") + "; "
                + System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
    }

    private static Optional<String> commitHere() {
        return git("rev-parse", "--short=12", "HEAD")
                .map(hash ->
                        git("status", "--porcelain").filter(String::isEmpty).isPresent() ? hash : hash + "+changes");
    }

    private static Optional<String> git(String... arguments) {
        try {
            List<String> command = new ArrayList<>(List.of("git"));
            command.addAll(List.of(arguments));
            Process git = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String out = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0 ? Optional.of(out) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
