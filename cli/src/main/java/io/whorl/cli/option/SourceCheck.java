package io.whorl.cli.option;

import io.whorl.corpus.SourceFacts;
import io.whorl.corpus.format.Head;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What can be said of a build's sources before they are read. */
public final class SourceCheck {
    private static final int START = 256;

    private SourceCheck() {}

    /** Refuses what is missing, and an index among its own sources, which would read its own unfinished files. */
    public static void check(Path index, List<Path> sources, Usage usage) throws IOException {
        Path target = real(index);
        for (Path source : sources) {
            if (!Files.exists(source)) {
                throw new NoSuchFileException(source.toString());
            }
            // What is neither, such as the pipe of a shell's <(…), may have no path of its own, and holds no index.
            if (SourceFacts.isRepeatable(source) && target.startsWith(source.toRealPath())) {
                throw usage.error(
                        "the index " + index + " would lie inside its source " + source + "; choose a path outside");
            }
        }
    }

    /**
     * Whether records with fields may be in them: only what is a text by name and bytes, and begins as no JSON, surely
     * has none.
     */
    public static boolean mayHoldFields(List<Path> sources) throws IOException {
        for (Path source : sources) {
            if (!Files.isRegularFile(source)
                    || !source.toString().toLowerCase(Locale.ROOT).endsWith(".txt")) {
                return true;
            }
            try (InputStream in = Files.newInputStream(source)) {
                String start = new Head("", "", in.readNBytes(START)).latin1().strip();
                boolean packed = start.chars().anyMatch(c -> c < ' ' && !Character.isWhitespace(c));
                if (start.isEmpty() || packed || start.charAt(0) == '{' || start.charAt(0) == '[') {
                    return true;
                }
            }
        }
        return false;
    }

    /** The path with links resolved as far as it exists. */
    private static Path real(Path path) throws IOException {
        Path absolute = path.toAbsolutePath().normalize();
        if (Files.exists(absolute) || absolute.getParent() == null) {
            return absolute.toRealPath();
        }
        return real(absolute.getParent()).resolve(absolute.getFileName());
    }
}
