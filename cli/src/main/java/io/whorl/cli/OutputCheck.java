package io.whorl.cli;

import io.whorl.cli.PassagesCommand.PassageOutput.PanXml;
import io.whorl.corpus.SourceFacts;
import io.whorl.shard.SegmentSet;
import io.whorl.store.IndexFiles;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Keeps what a command writes apart from what it reads. An output is no file that the command reads, by any name, and
 * is not in a directory that it reads: it would be read as a document, now or by the next run.
 */
final class OutputCheck {
    private record Input(String what, Path path) {}

    private final List<Input> inputs = new ArrayList<>();
    private final List<OutputPath> outputs = new ArrayList<>();
    private final List<Path> results = new ArrayList<>();

    /**
     * Returns the files and directories that the arguments of a command name. An option of another name than these
     * names an input.
     *
     * @param operands whether the arguments without an option name are inputs
     */
    static OutputCheck of(ParseResult parsed, boolean operands) throws IOException {
        OutputCheck check = new OutputCheck();
        for (ArgSpec argument : operands ? new LinkedHashSet<>(parsed.matchedPositionals()) : Set.<ArgSpec>of()) {
            for (Path path : paths(argument)) {
                boolean index = IndexFiles.exists(path) || SegmentSet.isAt(path);
                check.reads(index ? "index" : "source", path);
            }
        }
        for (OptionSpec option : new LinkedHashSet<>(parsed.matchedOptions())) {
            String name = option.longestName();
            for (Path path : option.inherited() ? List.<Path>of() : paths(option)) {
                switch (name) {
                    case "--edges", "--html", "--report", "--summary", "--templates" -> {
                        check.results.add(path);
                        check.writes(name, path, "");
                    }
                    case "--write" -> {
                        check.writes(name, path, "");
                        check.writes("the unfinished file of --write", Target.unfinished(path), "");
                    }
                    case "--work" -> check.writes(name, path, "");
                    case "--xml" -> check.writes(name, path, PanXml.EXTENSION);
                    case "--temp" -> {
                        // What is written there has a name of its own.
                    }
                    default ->
                        check.reads(
                                switch (option.paramLabel()) {
                                    case "INDEX" -> "index";
                                    case "SOURCE" -> "source";
                                    default -> "file of " + name;
                                },
                                path);
                }
            }
        }
        return check;
    }

    private static List<Path> paths(ArgSpec argument) {
        Object value = argument.getValue();
        Collection<?> values = value instanceof Collection<?> several ? several : List.of(value);
        return values.stream()
                .filter(Path.class::isInstance)
                .map(Path.class::cast)
                .toList();
    }

    /**
     * Adds a file or directory that the command reads. One that does not exist, a pipe and standard input are ignored.
     *
     * @param what its name in a message, such as source
     */
    OutputCheck reads(String what, Path path) {
        if (!SourceCheck.isStandardInput(path) && SourceFacts.isRepeatable(path)) {
            inputs.add(new Input(what, path));
        }
        return this;
    }

    /** @param ending how the names of the files end that the command may replace in a directory, in small letters */
    private void writes(String option, Path path, String ending) throws IOException {
        outputs.add(OutputPath.of(option, path, ending));
    }

    /** Refuses outputs that are or may become inputs, two outputs that are one file, and results not to be written. */
    public void check() throws IOException {
        for (int i = 1; i < outputs.size(); i++) {
            for (OutputPath before : outputs.subList(0, i)) {
                Usage.refuse(
                        outputs.get(i).isSameAs(before),
                        before.option + " and " + outputs.get(i).option + " are both " + before.path
                                + "; give two names");
            }
        }
        if (outputs.isEmpty()) {
            return;
        }
        for (Input input : inputs) {
            check(input);
        }
        for (Path result : results) {
            ResultFile.at(result);
        }
    }

    /**
     * Refuses outputs that are or may become a file that the command reads. For files of a list that is not in memory.
     *
     * @param what as in {@link #reads}
     */
    public void checkFile(String what, Path file) throws IOException {
        if (!outputs.isEmpty() && Files.isRegularFile(file)) {
            check(new Input(what, file));
        }
    }

    private void check(Input input) throws IOException {
        // Links may lead from the directory to an output.
        EnumSet<FileVisitOption> links = EnumSet.of(FileVisitOption.FOLLOW_LINKS);
        Files.walkFileTree(input.path(), links, Integer.MAX_VALUE, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                for (OutputPath output : outputs) {
                    if (output.isIn(directory)) {
                        throw refused(output, "would be inside", input, input.path(), "a path outside");
                    }
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                for (OutputPath output : outputs) {
                    if (output.is(file)) {
                        throw refused(output, "would replace", input, file, "another path");
                    }
                    if (output.mayReplace(file)) {
                        throw refused(output, "may replace", input, file, "another directory");
                    }
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException unreadable) {
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private RuntimeException refused(OutputPath output, String danger, Input input, Path file, String remedy) {
        return Usage.error(output.option + " " + output.path + " " + danger + " the " + input.what() + " " + file
                + "; choose " + remedy);
    }

    /**
     * A file that a command writes, or a directory for files, by all of its names.
     *
     * @param option the option that names it
     * @param ending how the names of the files end that are written to a directory, in small letters; empty for a file
     * @param target where it is; the target of a link
     * @param around the directory that has it or will have it, or the next one above that exists
     */
    private record OutputPath(String option, Path path, String ending, Path target, Path around) {
        static OutputPath of(String option, Path path, String ending) throws IOException {
            Path absolute = path.toAbsolutePath().normalize();
            Path around = absolute;
            do {
                around = around.getParent() == null ? around : around.getParent();
            } while (!Files.isDirectory(around) && around.getParent() != null);
            return new OutputPath(option, path, ending, SourceCheck.real(absolute), around);
        }

        private static boolean same(Path a, Path b) throws IOException {
            return Files.exists(a) && Files.exists(b) && Files.isSameFile(a, b);
        }

        /** Whether it is a directory, or a directory has it or will have it. */
        boolean isIn(Path directory) throws IOException {
            return same(around, directory) || is(directory);
        }

        /** Whether it is a file, by any name. */
        boolean is(Path file) throws IOException {
            return same(path, file);
        }

        /** Whether it is a directory in which a file may be replaced. */
        boolean mayReplace(Path file) throws IOException {
            if (ending.isEmpty() || !Files.exists(file)) {
                return false;
            }
            Path real = file.toRealPath();
            return same(path, real.getParent())
                    && real.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(ending);
        }

        boolean isSameAs(OutputPath other) throws IOException {
            return target.equals(other.target) || is(other.path);
        }
    }
}
