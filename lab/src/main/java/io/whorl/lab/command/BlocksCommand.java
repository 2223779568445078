package io.whorl.lab.command;

import io.whorl.lab.block.BlockLaboratory;
import io.whorl.lab.block.Blocks;
import io.whorl.lab.collection.CollectionReader;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Questions;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.FigureTable;
import io.whorl.lab.model.LabException;
import io.whorl.lab.passage.AlignedPassages;
import io.whorl.lab.results.FigureTableFiles;
import io.whorl.lab.results.OutcomeFiles;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares blocks of documents with whole documents. */
@Command(
        name = "blocks",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures which documents are found if each document is indexed as overlapping blocks of words"
                + " (passages, HZ 6), next to whole documents. With --groups, queries are drawn from groups. Without,"
                + " the collection has the layout of PAN's text alignment task, and suspicious documents are queries"
                + " for their sources.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar lab.jar blocks --collection pan13-train.tar.gz",
            "  java -jar lab.jar blocks --collection docs --groups groups.tsv --passages 100:50"
        })
final class BlocksCommand extends LabCommand {
    private static final Pattern PASSAGES = Pattern.compile("(\\d{1,5}):(\\d{1,5})");

    @Option(
            names = "--collection",
            required = true,
            paramLabel = "DIR|ARCHIVE",
            description = "The documents: a directory, a tar or zip (may be compressed), or JSON lines.")
    private Path collection;

    @Option(
            names = "--groups",
            paramLabel = "TSV",
            description = "The groups: a table of file and group, separated by tabs; more columns are ignored.")
    private Optional<Path> groups;

    @Option(
            names = "--passages",
            paramLabel = "WORDS:OVERLAP",
            defaultValue = "50:25",
            description = "The words of a block, 10 to 10000, and how many of them are in the next block, too (default:"
                    + " ${DEFAULT-VALUE}).")
    private String passages;

    @Option(
            names = "--granularity",
            paramLabel = "N",
            defaultValue = "4",
            description = "The words of a chunk, 1 to 1000 (default: ${DEFAULT-VALUE}).")
    private int granularity;

    @Option(
            names = "--draw",
            paramLabel = "N",
            defaultValue = "53",
            description = "The maximum number of queries to draw from groups (default: ${DEFAULT-VALUE}, as in HZ).")
    private int draw;

    @Option(names = "--all", description = "Use every document of the groups as a query instead of drawing.")
    private boolean every;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The random seed for drawing queries (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    void measure(PrintWriter table) throws IOException {
        Blocks blocks = blocks();
        Scheme scheme = scheme();
        OutcomeFiles.check(out);
        try (Texts texts = CollectionReader.read(collection, this::report)) {
            BlockLaboratory laboratory = new BlockLaboratory(texts, blocks, scheme, threads(), this::report);
            FigureTable figures;
            if (groups.isPresent()) {
                Groups known = Groups.read(groups.get(), texts);
                figures = laboratory.groups(every ? Questions.all(known, 2) : Questions.draw(known, draw, 2, seed));
            } else {
                figures = laboratory.sources(AlignedPassages.read(collection, texts));
            }
            FigureTableFiles.write(out, List.of(figures));
            table.println(FigureTableFiles.markdown(figures));
        }
    }

    private Blocks blocks() {
        Matcher matcher = PASSAGES.matcher(passages);
        if (!matcher.matches()) {
            throw new LabException("--passages is '" + passages + "'; it must be two numbers, as in 50:25");
        }
        try {
            return new Blocks(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
        } catch (IllegalArgumentException e) {
            throw new LabException("--passages: " + e.getMessage(), e);
        }
    }

    private Scheme scheme() {
        try {
            return Scheme.builder().granularity(granularity).build();
        } catch (IllegalArgumentException e) {
            throw new LabException("--" + e.getMessage(), e);
        }
    }
}
