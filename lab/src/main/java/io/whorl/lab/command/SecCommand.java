package io.whorl.lab.command;

import io.whorl.lab.experiment.SecurityLaboratory;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how many changed words evade each strategy. */
@Command(name = "sec", mixinStandardHelpOptions = true, sortOptions = false)
final class SecCommand extends TableCommand {
    @Option(names = "--collection", required = true, paramLabel = "DIR|ARCHIVE")
    private Path collection;

    @Option(names = "--prefix", paramLabel = "TEXT", defaultValue = "")
    private String prefix;

    @Option(names = "--words", paramLabel = "N", defaultValue = "1000")
    private int words;

    @Option(names = "--draw", paramLabel = "N", defaultValue = "50")
    private int draw;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1")
    private long seed;

    @Override
    Path collection() {
        return collection;
    }

    @Override
    Experiment experiment() {
        return texts -> new SecurityLaboratory(texts, prefix, draw, words, seed, threads(), this::report).tables();
    }
}
