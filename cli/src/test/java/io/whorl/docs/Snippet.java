package io.whorl.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A fenced block of a page.
 *
 * @param page the page, relative to the repository
 * @param line the line of its first line of code, from 1
 * @param language the fence's info string: {@code sh} and {@code java} blocks are run
 */
record Snippet(Path page, int line, String language, String code) {
    private static final String FENCE = "```";

    @Override
    public String toString() {
        return page + ":" + line;
    }

    /** All blocks of the README and of the pages in {@code docs}, in order. */
    static List<Snippet> all(Path repository) throws IOException {
        List<Path> pages = new ArrayList<>(List.of(repository.resolve("README.md")));
        try (Stream<Path> docs = Files.list(repository.resolve("docs"))) {
            docs.filter(p -> p.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        List<Snippet> found = new ArrayList<>();
        for (Path page : pages) {
            read(repository, page, found);
        }
        return found;
    }

    private static void read(Path repository, Path page, List<Snippet> found) throws IOException {
        List<String> lines = Files.readAllLines(page);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith(FENCE)) {
                int end = i + 1;
                while (!lines.get(end).equals(FENCE)) {
                    end++;
                }
                String language = lines.get(i).substring(FENCE.length()).strip();
                String code = String.join("\n", lines.subList(i + 1, end));
                found.add(new Snippet(repository.relativize(page), i + 2, language, code));
                i = end;
            }
        }
    }
}
