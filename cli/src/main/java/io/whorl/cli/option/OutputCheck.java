package io.whorl.cli.option;

import io.whorl.corpus.SourceFacts;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/**
 * Keeps what a command writes apart from what it reads. An output is no file that the command reads, by any name, and
 * is not in a directory that it reads: it would be read as a document, now or by the next run.
 */
public final class OutputCheck {
    private record Input(String what, Path path) {}

    private final Usage usage;
    private final List<Input> inputs = new ArrayList<>();
    private final List<OutputPath> outputs = new ArrayList<>();

    public OutputCheck(Usage usage) {
        this.usage = usage;
    }

    /**
     * Adds files and directories that the command reads. Those that do not exist, pipes and standard input are ignored.
     *
     * @param what their name in a message, such as source
     */
    public OutputCheck reads(String what, List<Path> paths) {
        for (Path path : paths) {
            if (!SourceCheck.isStandardInput(path) && SourceFacts.isRepeatable(path)) {
                inputs.add(new Input(what, path));
            }
        }
        return this;
    }

    /** Adds a file or directory that the command may read. */
    public OutputCheck reads(String what, Optional<Path> path) {
        return reads(what, path.map(List::of).orElse(List.of()));
    }

    /**
     * Adds a file, or a new directory, that the command may write.
     *
     * @param option the option that names it
     */
    public OutputCheck writes(String option, Optional<Path> path) throws IOException {
        return writes(option, path, "");
    }

    /**
     * Adds a directory in which the command may replace files.
     *
     * @param option the option that names it
     * @param ending how the names of these files end, in small letters
     */
    public OutputCheck writes(String option, Optional<Path> directory, String ending) throws IOException {
        if (directory.isPresent()) {
            outputs.add(OutputPath.of(option, directory.get(), ending));
        }
        return this;
    }

    /** Refuses outputs that are or may become inputs, and two outputs that are one file. */
    public void check() throws IOException {
        for (int i = 1; i < outputs.size(); i++) {
            for (OutputPath before : outputs.subList(0, i)) {
                if (outputs.get(i).isSameAs(before)) {
                    throw usage.error(before.option() + " and " + outputs.get(i).option() + " are both " + before.path()
                            + "; give two names");
                }
            }
        }
        if (outputs.isEmpty()) {
            return;
        }
        for (Input input : inputs) {
            if (Files.isDirectory(input.path())) {
                checkDirectory(input);
            } else {
                checkFile(input);
            }
        }
    }

    /**
     * Refuses outputs that are or may become a file that the command reads. For files of a list that is not in memory.
     *
     * @param what as in {@link #reads}
     */
    public void checkFile(String what, Path file) throws IOException {
        if (!outputs.isEmpty() && Files.isRegularFile(file)) {
            checkFile(new Input(what, file));
        }
    }

    private void checkFile(Input input) throws IOException {
        refuseReplaced(input.path(), Files.readAttributes(input.path(), BasicFileAttributes.class), input);
        refuseMayReplace(input.path(), input);
    }

    private void checkDirectory(Input input) throws IOException {
        for (OutputPath output : outputs) {
            if (output.isBelow(input.path())) {
                throw inside(output, input);
            }
        }
        // Links may lead from the directory to an output.
        EnumSet<FileVisitOption> links = EnumSet.of(FileVisitOption.FOLLOW_LINKS);
        Files.walkFileTree(input.path(), links, Integer.MAX_VALUE, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                for (OutputPath output : outputs) {
                    if (output.isIn(directory, attributes)) {
                        throw inside(output, input);
                    }
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                refuseReplaced(file, attributes, input);
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

    private void refuseReplaced(Path file, BasicFileAttributes attributes, Input input) throws IOException {
        for (OutputPath output : outputs) {
            if (output.is(file, attributes)) {
                throw usage.error(output.option() + " " + output.path() + " would replace the " + input.what() + " "
                        + file + "; choose another path");
            }
        }
    }

    private void refuseMayReplace(Path file, Input input) throws IOException {
        for (OutputPath output : outputs) {
            if (output.mayReplace(file)) {
                throw usage.error(output.option() + " " + output.path() + " may replace the " + input.what() + " "
                        + file + "; choose another directory");
            }
        }
    }

    private RuntimeException inside(OutputPath output, Input input) {
        return usage.error(output.option() + " " + output.path() + " would be inside the " + input.what() + " "
                + input.path() + "; choose a path outside");
    }
}
