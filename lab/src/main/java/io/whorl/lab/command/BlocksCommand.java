package io.whorl.lab.command;

import io.whorl.lab.collection.AlignedPassages;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.experiment.BlockLaboratory;
import io.whorl.lab.experiment.BlockLaboratory.Blocks;
import io.whorl.lab.model.LabException;
import io.whorl.scheme.Scheme;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares blocks of documents with whole documents. */
@Command(name = "blocks", mixinStandardHelpOptions = true, sortOptions = false)
final class BlocksCommand extends TableCommand {
    private static final Pattern PASSAGES = Pattern.compile("(\\d{1,5}):(\\d{1,5})");

    @Option(names = "--collection", required = true, paramLabel = "DIR|ARCHIVE")
    private Path collection;

    @Option(names = "--groups", paramLabel = "TSV")
    private Optional<Path> groups;

    @Option(names = "--passages", paramLabel = "WORDS:OVERLAP", defaultValue = "50:25")
    private String passages;

    @Option(names = "--granularity", paramLabel = "N", defaultValue = "4")
    private int granularity;

    @Option(names = "--draw", paramLabel = "N", defaultValue = "53")
    private int draw;

    @Option(names = "--all")
    private boolean every;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1")
    private long seed;

    @Override
    Path collection() {
        return collection;
    }

    @Override
    Experiment experiment() {
        Blocks blocks = blocks();
        Scheme scheme = scheme();
        return texts -> {
            BlockLaboratory laboratory = new BlockLaboratory(texts, blocks, scheme, threads(), this::report);
            if (groups.isEmpty()) {
                return List.of(laboratory.sources(AlignedPassages.read(collection, texts)));
            }
            Groups known = Groups.read(groups.get(), texts);
            return List.of(laboratory.groups(every ? known.all(2) : known.draw(draw, 2, seed)));
        };
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
