package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.ResultFile;
import io.whorl.cli.html.ClustersPage;
import io.whorl.cli.html.ClustersPageOptions;
import io.whorl.cli.html.DocumentDates;
import io.whorl.cli.option.ByteSize;
import io.whorl.cli.option.Choice;
import io.whorl.cli.option.Usage;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Clusters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The page of {@code clusters}: its options, and its file. */
final class ClusterPageFile {
    static final String HEADING = "%nThe page:%n";

    private static final int MOST_TEXTS = 100;
    private static final long LEAST_BYTES = 1_000;
    private static final long MOST_BYTES = 1L << 30;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also write a page to look at: one file, for any browser, without a network (default: none).")
    private Path html;

    @Option(
            names = "--page-texts",
            paramLabel = "N",
            description = "With --html: show the texts of up to N members of a cluster next to the representative's,"
                    + " 2 to 100 with it, or 0 for none (default: 4).")
    private int texts = 4;

    @Option(
            names = "--page-bytes",
            paramLabel = "SIZE",
            converter = ByteSize.Converter.class,
            description = "With --html: the size of all texts of the page, from 1000 to 1g. The largest clusters come"
                    + " first (default: 16m).")
    private ByteSize bytes = new ByteSize(16 << 20);

    private Optional<ResultFile> file = Optional.empty();

    /**
     * Checks the options, and that the file can be written, before the work begins.
     *
     * @throws FailedException if it cannot be written
     */
    void check(Usage usage) throws FailedException {
        if (texts != 0 && (texts < 2 || texts > MOST_TEXTS)) {
            throw usage.error("--page-texts is " + texts + "; it must be 0, or from 2 to " + MOST_TEXTS);
        }
        if (bytes.bytes() < LEAST_BYTES || bytes.bytes() > MOST_BYTES) {
            throw usage.error("--page-bytes is " + bytes + "; it must be from " + LEAST_BYTES + " to 1g");
        }
        if (html == null) {
            return;
        }
        file = Optional.of(ResultFile.at(html));
    }

    /** The file of {@code --html}. */
    Optional<Path> named() {
        return Optional.ofNullable(html);
    }

    /** True if a page was requested, and its file is checked. */
    boolean isWanted() {
        return file.isPresent();
    }

    /** True if the page shows texts. */
    boolean showsTexts() {
        return isWanted() && texts > 0;
    }

    /** @param top the number of clusters */
    void write(
            Clusters clusters,
            ClusterOptions options,
            long top,
            MemberTexts source,
            DocumentDates dates,
            Console console)
            throws IOException {
        if (file.isEmpty()) {
            return;
        }
        boolean withTexts = texts > 0 && source.exist();
        List<String> notes = new ArrayList<>();
        if (texts > 0 && !withTexts && clusters.clusters() > 0) {
            notes.add(ClustersPage.withoutTexts());
        }
        ClustersPage page = new ClustersPage(
                clusters,
                new ClustersPageOptions(
                        Choice.name(options.measure()),
                        options.measure().highest(),
                        options.minScore(),
                        options.link() == ClusterOptions.Link.COMPONENTS,
                        top,
                        withTexts ? texts : 0,
                        bytes.bytes(),
                        options.threads()),
                source,
                dates,
                notes);
        file.get().write(page::write);
        page.notes().forEach(console::note);
        console.note("the page is in " + html);
    }
}
