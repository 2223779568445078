package io.whorl.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A file that a command writes, or a directory for files, by all of its names. */
final class OutputPath {
    private final String option;
    private final Path path;
    private final String ending;
    /** Where it is, and where a link in its place leads. */
    private final List<Path> places;
    /** The directory that has it or will have it, or the next one above that exists. */
    private final Path around;

    private final Optional<Object> aroundKey;
    private final Optional<Object> key;

    private OutputPath(String option, Path path, String ending, List<Path> places, Path around) throws IOException {
        this.option = option;
        this.path = path;
        this.ending = ending;
        this.places = places;
        this.around = around;
        aroundKey = key(around);
        key = Files.exists(path) ? key(path) : Optional.empty();
    }

    /**
     * @param option the option that names it
     * @param ending how the names of the files end that are written to a directory, in small letters; empty for a file
     */
    static OutputPath of(String option, Path path, String ending) throws IOException {
        Path absolute = path.toAbsolutePath().normalize();
        Path place = absolute.getParent() == null
                ? absolute
                : SourceCheck.real(absolute.getParent()).resolve(absolute.getFileName());
        Path around = place;
        do {
            around = around.getParent() == null ? around : around.getParent();
        } while (!Files.isDirectory(around) && around.getParent() != null);
        return new OutputPath(option, path, ending, List.of(place, SourceCheck.real(absolute)), around);
    }

    /** Identifies a file that exists, if the file system can. */
    private static Optional<Object> key(Path file) throws IOException {
        return Optional.ofNullable(
                Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    }

    private static boolean same(Path file, Optional<Object> key, Path other, BasicFileAttributes attributes)
            throws IOException {
        Object otherKey = attributes.fileKey();
        return key.isPresent() && otherKey != null ? key.get().equals(otherKey) : Files.isSameFile(file, other);
    }

    String option() {
        return option;
    }

    Path path() {
        return path;
    }

    /** Whether it is a directory or is in it, at any depth. */
    boolean isBelow(Path directory) throws IOException {
        Path real = directory.toRealPath();
        return places.stream().anyMatch(place -> place.startsWith(real));
    }

    /** Whether it is a directory, or a directory has it or will have it. */
    boolean isIn(Path directory, BasicFileAttributes attributes) throws IOException {
        return same(around, aroundKey, directory, attributes) || is(directory, attributes);
    }

    /** Whether it is a file, by any name. */
    boolean is(Path file, BasicFileAttributes attributes) throws IOException {
        return Files.exists(path) && same(path, key, file, attributes);
    }

    /** Whether it is a directory in which a file may be replaced. */
    boolean mayReplace(Path file) throws IOException {
        if (ending.isEmpty()) {
            return false;
        }
        Path real = file.toRealPath();
        return places.contains(real.getParent())
                && real.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(ending);
    }

    boolean isSameAs(OutputPath other) throws IOException {
        return places.get(1).equals(other.places.get(1))
                || Files.exists(path) && Files.exists(other.path) && Files.isSameFile(path, other.path);
    }
}
