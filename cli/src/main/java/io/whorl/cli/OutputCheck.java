package io.whorl.cli;

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
import java.util.Locale;
import java.util.Optional;

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

    /** Adds a {@link ResultFile} that the command may write at its end. */
    OutputCheck writesResult(String option, Optional<Path> path) throws IOException {
        path.ifPresent(results::add);
        return writes(option, path);
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
