package io.whorl.cli;

import io.whorl.corpus.SourceFacts;
import io.whorl.corpus.format.Head;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Checks the sources that the user names, before anything is read. */
final class SourceCheck {
    private static final Path STANDARD_INPUT = Path.of("-");
    private static final int START_BYTES = 256;

    private SourceCheck() {}

    static boolean isStandardInput(Path source) {
        return source.equals(STANDARD_INPUT);
    }

    /** Refuses {@code -} more than once: standard input can be read only once. */
    static void refuseRepeatedStandardInput(List<Path> sources) {
        Usage.refuse(
                sources.stream().filter(SourceCheck::isStandardInput).count() > 1,
                "- is given twice, but standard input can be read only once");
    }

    /** Refuses missing sources, and an index inside one of its sources, which would read its own unfinished files. */
    static void check(Path index, List<Path> sources) throws IOException {
        refuseRepeatedStandardInput(sources);
        requireExisting(sources);
        Optional<Path> around = containing(index, sources);
        if (around.isPresent()) {
            throw Usage.error(
                    "the index " + index + " would be inside its source " + around.get() + "; choose a path outside");
        }
    }

    static void requireExisting(List<Path> sources) throws NoSuchFileException {
        for (Path source : sources) {
            if (!isStandardInput(source) && !Files.exists(source)) {
                throw new NoSuchFileException(source.toString());
            }
        }
    }

    /** Refuses standard input and pipes for options that read the sources again. */
    static void requireRepeatable(List<Path> sources, String options) {
        for (Path source : sources) {
            Usage.refuse(
                    isStandardInput(source) || !SourceFacts.isRepeatable(source),
                    "the sources are read again for " + options + ", but " + source
                            + " cannot be read twice; save it to a file first");
        }
    }

    /** Returns the source that a path equals or is in, with links resolved; empty if there is none. */
    static Optional<Path> containing(Path path, List<Path> sources) throws IOException {
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
     * Returns whether a source may contain records with fields. False only if all sources are named as text files and
     * do not begin like JSON or binary data.
     */
    static boolean mayHoldFields(List<Path> sources) throws IOException {
        for (Path source : sources) {
            if (!Files.isRegularFile(source)
                    || !source.toString().toLowerCase(Locale.ROOT).endsWith(".txt")) {
                return true;
            }
            try (InputStream in = Files.newInputStream(source)) {
                String start =
                        new Head("", "", in.readNBytes(START_BYTES)).latin1().strip();
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
