package io.whorl.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A run's results.
 *
 * @param name of the run: {@code quick} or {@code full}
 * @param machine and JDK
 * @param commit what was measured
 * @param sets what it was measured on
 * @param rows the figures
 */
public record Results(String name, String machine, String commit, String sets, List<Row> rows) {
    public Results {
        rows = List.copyOf(rows);
    }

    /** A Markdown section. */
    public String markdown() {
        return "## " + name + "\n\nMachine: " + machine + "  \nCommit: " + commit + "  \nSets: " + sets + "\n\n"
                + MarkdownTable.of(rows);
    }

    /** Puts the section into a Markdown file in place of the one of the same name, or at its end. */
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
}
