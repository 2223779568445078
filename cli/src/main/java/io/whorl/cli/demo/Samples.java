package io.whorl.cli.demo;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The bundled sample documents, and the known answers.
 *
 * @param documents the unpacked files, in the order of their names
 * @param answers for the file name of each query, the file names of the right answers and how each is derived
 */
public record Samples(List<Path> documents, Map<String, Map<String, String>> answers) {
    private static final String ANSWERS = "answers.tsv";
    private static final String DOCUMENTS = "documents";

    /** @param directory the directory into which the documents are written; created if it does not exist */
    public static Samples unpack(Path directory) throws IOException {
        Files.createDirectories(directory);
        URL found = Samples.class.getResource(ANSWERS);
        if (found == null) {
            throw new IOException("the jar of the program contains no samples; download it again");
        }
        try {
            URI uri = found.toURI();
            if (!uri.getScheme().equals("jar")) {
                return copy(Path.of(uri).getParent(), directory);
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                return copy(jar.provider().getPath(uri).getParent(), directory);
            }
        } catch (URISyntaxException e) {
            throw new IOException("the samples of the program cannot be read from " + found, e);
        }
    }

    private static Samples copy(Path from, Path directory) throws IOException {
        List<Path> written = new ArrayList<>();
        try (Stream<Path> documents = Files.list(from.resolve(DOCUMENTS))) {
            for (Path document : documents.sorted().toList()) {
                Path target = directory.resolve(document.getFileName().toString());
                Files.copy(document, target);
                written.add(target);
            }
        }
        return new Samples(List.copyOf(written), answers(from.resolve(ANSWERS)));
    }

    private static Map<String, Map<String, String>> answers(Path file) throws IOException {
        Map<String, Map<String, String>> answers = new LinkedHashMap<>();
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split("\t");
            answers.computeIfAbsent(fields[0], query -> new LinkedHashMap<>()).put(fields[1], fields[2]);
        }
        return answers;
    }
}
