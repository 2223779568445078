package io.whorl.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** What can be said of a build's sources before they are read. */
final class Sources {
    private Sources() {}

    /** Refuses what is missing, and an index among its own sources, which would read its own unfinished files. */
    static void check(Path index, List<Path> sources, Function<String, ? extends RuntimeException> refusal)
            throws IOException {
        Path target = real(index);
        for (Path source : sources) {
            if (!Files.exists(source)) {
                throw new NoSuchFileException(source.toString());
            }
            if (target.startsWith(source.toRealPath())) {
                throw refusal.apply("the index " + index + " would lie inside its source " + source
                        + "; choose a path outside");
            }
        }
    }

    /** JSON lines are told by the name; a directory's files and an archive's members are texts whatever their names. */
    static boolean holdJsonLines(List<Path> sources) {
        return sources.stream()
                .filter(source -> !Files.isDirectory(source))
                .map(source -> source.toString().toLowerCase(Locale.ROOT).replaceFirst("\\.(gz|zst)$", ""))
                .anyMatch(name -> name.endsWith(".jsonl") || name.endsWith(".ndjson"));
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
