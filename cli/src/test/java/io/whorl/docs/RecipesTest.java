package io.whorl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.docs.JavaSnippets.Snippet;
import io.whorl.query.Matches.Match;
import io.whorl.query.Snapshot;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** The recipes of docs/recipes.md for Spring and Quarkus compile, and that for Spring runs. */
class RecipesTest {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();

    @TempDir
    Path classes;

    @TempDir
    Path folder;

    @Test
    void springApplicationFindsDocumentsAndClosesTheWriter() throws Exception {
        String name = compile("org.springframework");
        Path index = folder.resolve("index");
        for (int start = 0; start < 2; start++) {
            try (URLClassLoader loader =
                            new URLClassLoader(new URL[] {classes.toUri().toURL()});
                    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
                context.setClassLoader(loader);
                context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new MapPropertySource("recipe", Map.of("whorl.index", index.toString())));
                context.register(loader.loadClass(name));
                context.refresh();
                Object bean = context.getBean("nearDuplicates");
                bean.getClass().getMethod("add", String.class, String.class).invoke(bean, "a" + start, text(start));
                Object found = bean.getClass().getMethod("find", String.class).invoke(bean, text(start) + " and so on");
                List<?> ids =
                        ((List<?>) found).stream().map(m -> ((Match) m).id()).toList();
                assertEquals(List.of("a" + start), ids);
                assertEquals(true, bean.getClass().getMethod("isWell").invoke(bean));
            }
        }
        try (Snapshot snapshot = Snapshot.open(index)) {
            assertEquals(2, snapshot.documents());
        }
    }

    @Test
    void quarkusProducerCompiles() throws Exception {
        assertEquals("WhorlProducer", compile("jakarta.enterprise"));
    }

    private String compile(String library) throws Exception {
        List<Snippet> snippets = Snippet.all(REPOSITORY).stream()
                .filter(s -> s.page().endsWith("recipes.md") && s.code().contains("import " + library))
                .toList();
        assertEquals(1, snippets.size(), library);
        return JavaSnippets.compile(snippets.get(0), REPOSITORY, classes);
    }

    private static String text(int number) {
        return "the %1$s first of the %1$s second of the %1$s third of the %1$s fourth"
                .formatted(number == 0 ? "red" : "blue");
    }
}
