package io.whorl.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The results of a run.
 *
 * @param name of the run: {@code quick} or {@code full}
 * @param machine the machine and JDK
 * @param commit the commit that was measured
 * @param sets the data that was used
 * @param rows the figures
 */
public record Results(String name, String machine, String commit, String sets, List<Row> rows) {
    public Results {
        rows = List.copyOf(rows);
    }

    /** Returns a Markdown section. */
    public String markdown() {
        return "## " + name + "\n\nMachine: " + machine + "  \nCommit: " + commit + "  \nSets: " + sets + "\n\n"
                + MarkdownTable.of(rows);
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
}
