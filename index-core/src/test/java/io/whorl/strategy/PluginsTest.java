package io.whorl.strategy;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.SchemeException;
import io.whorl.plugin.LongWords;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Selection;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy;
import io.whorl.strategy.Streams.OrderHash;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginsTest {
    @TempDir
    Path dir;

    @Test
    void aRegisteredStrategyIsFoundByName() {
        SelectionStrategy found = create("long-words");
        assertEquals("long-words:bytes=6", found.selection().toString());
        assertTrue(names().contains("long-words"));
        assertEquals(Strategies.BUILT_INS, Strategies.providers().subList(0, Strategies.BUILT_INS.size()));
    }

    @Test
    void strategiesComeFromTheContextClassLoader() throws Exception {
        assertFalse(names().contains("other"));
        assertEquals(
                "other:bytes=6",
                seeing(Other.class.getName(), () -> create("other").selection().toString()));
        assertFalse(names().contains("other"));
        assertReason(SchemeException.Reason.INVALID, () -> create("other"));
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(null);
        try {
            assertTrue(names().contains("long-words"));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void aBuiltInNameCannotBeTaken() throws Exception {
        String message = seeing(Usurper.class.getName(), () -> refusal("mod"));
        assertTrue(message.contains(Usurper.class.getName()), message);
        assertTrue(message.contains("takes the name of the built-in selection mod"), message);
        assertReason(
                SchemeException.Reason.INVALID,
                () -> Strategies.create(new Usurper(), Selection.of("mod"), Streams.WORDS, new OrderHash(40)));
    }

    @Test
    void brokenPluginsAreTypedErrors() throws Exception {
        assertTrue(seeing("io.whorl.NoSuchClass", () -> refusal("full")).contains("io.whorl.NoSuchClass"));
        assertTrue(
                seeing(Twin.class.getName(), () -> refusal("full")).contains("two plug-ins give selection long-words"));
        assertTrue(seeing(Misnamed.class.getName(), () -> refusal("full")).contains("'Loud'"));
    }

    @Test
    void aGivenProviderNeedNotBeRegistered() {
        SelectionStrategy strategy = Strategies.create(
                new LongWords("mine"), new Selection("mine", Map.of("bytes", "3")), Streams.WORDS, new OrderHash(40));
        assertEquals("mine:bytes=3", strategy.selection().toString());
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> Strategies.create(
                                new LongWords("mine"), Selection.of("yours"), Streams.WORDS, new OrderHash(40)))
                .getMessage();
        assertEquals("provider is of selection mine; it must be of the scheme's, yours", message);
    }

    @Test
    void aStrategyThatChangesItsNameIsRefused() {
        SelectionProvider fickle = new SelectionProvider() {
            @Override
            public String name() {
                return "fickle";
            }

            @Override
            public List<String> parameters() {
                return List.of();
            }

            @Override
            public SelectionStrategy create(Selection selection, Chunking chunking, LongUnaryOperator order) {
                return new LongWords().create(selection, chunking, order);
            }
        };
        assertReason(
                SchemeException.Reason.INVALID,
                () -> Strategies.create(fickle, Selection.of("fickle"), Streams.WORDS, new OrderHash(40)));
    }

    /** Runs an action with a context class loader that finds one more plug-in. */
    private <T> T seeing(String className, Callable<T> action) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {services(className)}, before)) {
            thread.setContextClassLoader(loader);
            return action.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private URL services(String className) throws IOException {
        Path root = Files.createTempDirectory(dir, "plugin");
        Path services = Files.createDirectories(root.resolve("META-INF/services"));
        Files.writeString(services.resolve(SelectionProvider.class.getName()), className + "\n");
        return root.toUri().toURL();
    }

    private static List<String> names() {
        return Strategies.providers().stream().map(SelectionProvider::name).toList();
    }

    private static SelectionStrategy create(String name) {
        return Strategies.create(Selection.of(name), Streams.WORDS, new OrderHash(40));
    }

    private static String refusal(String name) {
        return assertReason(SchemeException.Reason.INVALID, () -> create(name)).getMessage();
    }

    /** A plug-in with its own name. */
    public static final class Other extends Delegate {
        public Other() {
            super("other");
        }
    }

    /** A plug-in with the name of a built-in strategy. */
    public static final class Usurper extends Delegate {
        public Usurper() {
            super("mod");
        }
    }

    /** A plug-in with the name of another plug-in. */
    public static final class Twin extends Delegate {
        public Twin() {
            super("long-words");
        }
    }

    /** A plug-in with an invalid name. */
    public static final class Misnamed extends Delegate {
        public Misnamed() {
            super("Loud");
        }
    }

    private abstract static class Delegate implements SelectionProvider {
        private final LongWords words;

        Delegate(String name) {
            words = new LongWords(name);
        }

        @Override
        public String name() {
            return words.name();
        }

        @Override
        public List<String> parameters() {
            return words.parameters();
        }

        @Override
        public SelectionStrategy create(Selection selection, Chunking chunking, LongUnaryOperator order) {
            return words.create(selection, chunking, order);
        }
    }
}
