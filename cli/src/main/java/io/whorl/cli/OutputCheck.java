package io.whorl.cli;

import io.whorl.corpus.SourceFacts;
import io.whorl.corpus.format.Head;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
        Path file = input.path();
        refuseReplaced(file, input);
        for (OutputPath output : outputs) {
            if (output.mayReplace(file)) {
                throw refused(output, "may replace", input, file, "another directory");
            }
        }
    }

    private void checkDirectory(Input input) throws IOException {
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
                refuseReplaced(file, input);
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

    private void refuseReplaced(Path file, Input input) throws IOException {
        for (OutputPath output : outputs) {
            if (output.is(file)) {
                throw refused(output, "would replace", input, file, "another path");
            }
        }
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
            Path real = file.toRealPath();
            return !ending.isEmpty()
                    && same(path, real.getParent())
                    && real.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(ending);
        }

        boolean isSameAs(OutputPath other) throws IOException {
            return target.equals(other.target) || is(other.path);
        }
    }

    /** Checks the sources that the user names, before anything is read. */
    public static final class SourceCheck {
        private static final Path STANDARD_INPUT = Path.of("-");
        private static final int START_BYTES = 256;

        private SourceCheck() {}

        public static boolean isStandardInput(Path source) {
            return source.equals(STANDARD_INPUT);
        }

        /** Refuses {@code -} more than once: standard input can be read only once. */
        public static void refuseRepeatedStandardInput(List<Path> sources) {
            Usage.refuse(
                    sources.stream().filter(SourceCheck::isStandardInput).count() > 1,
                    "- is given twice, but standard input can be read only once");
        }

        /**
         * Refuses missing sources, and an index inside one of its sources, which would read its own unfinished files.
         */
        public static void check(Path index, List<Path> sources) throws IOException {
            refuseRepeatedStandardInput(sources);
            requireExisting(sources);
            Optional<Path> around = containing(index, sources);
            if (around.isPresent()) {
                throw Usage.error("the index " + index + " would be inside its source " + around.get()
                        + "; choose a path outside");
            }
        }

        public static void requireExisting(List<Path> sources) throws NoSuchFileException {
            for (Path source : sources) {
                if (!isStandardInput(source) && !Files.exists(source)) {
                    throw new NoSuchFileException(source.toString());
                }
            }
        }

        /** Refuses standard input and pipes for options that read the sources again. */
        public static void requireRepeatable(List<Path> sources, String options) {
            for (Path source : sources) {
                Usage.refuse(
                        isStandardInput(source) || !SourceFacts.isRepeatable(source),
                        options + " read the sources again, but " + source
                                + " cannot be read twice; save it to a file first");
            }
        }

        /** Returns the source that a path equals or is in, with links resolved; empty if there is none. */
        public static Optional<Path> containing(Path path, List<Path> sources) throws IOException {
            Path target = real(path);
            for (Path source : sources) {
                // A pipe, such as <(...) in a shell, may have no path of its own. It cannot contain anything.
                if (!isStandardInput(source)
                        && SourceFacts.isRepeatable(source)
                        && target.startsWith(source.toRealPath())) {
                    return Optional.of(source);
                }
            }
            return Optional.empty();
        }

        /**
         * Returns whether a source may contain records with fields. False only if all sources are named as text files
         * and do not begin like JSON or binary data.
         */
        static boolean mayHoldFields(List<Path> sources) throws IOException {
            for (Path source : sources) {
                if (!Files.isRegularFile(source)
                        || !source.toString().toLowerCase(Locale.ROOT).endsWith(".txt")) {
                    return true;
                }
                try (InputStream in = Files.newInputStream(source)) {
                    String start = new Head("", "", in.readNBytes(START_BYTES))
                            .latin1()
                            .strip();
                    boolean binary = start.chars().anyMatch(c -> c < ' ' && !Character.isWhitespace(c));
                    if (start.isEmpty() || binary || start.charAt(0) == '{' || start.charAt(0) == '[') {
                        return true;
                    }
                }
            }
            return false;
        }

        /** Returns the path with links resolved, as far as it exists. */
        static Path real(Path path) throws IOException {
            Path absolute = path.toAbsolutePath().normalize();
            if (Files.exists(absolute) || absolute.getParent() == null) {
                return absolute.toRealPath();
            }
            return real(absolute.getParent()).resolve(absolute.getFileName());
        }
    }
}
