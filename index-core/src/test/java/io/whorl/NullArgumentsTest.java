package io.whorl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.passages.PassageFinder;
import io.whorl.passages.PassageOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.testing.ChildJvm;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Null is refused by the name of its parameter, or of the option that a setter sets, wherever a public method takes a
 * reference. Constructors of results, errors, and interfaces that applications implement are not called by users.
 */
class NullArgumentsTest {
    private static final Pattern EXPORT = Pattern.compile("exports ([a-z.]+);");
    private static final byte[] TEXT = "one two three four five six seven".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    /** An instance of each class that can be made, and the values of parameters. */
    private final Map<Class<?>, Object> values = new LinkedHashMap<>();

    private final Set<String> problems = new TreeSet<>();
    private int calls;

    private static List<Class<?>> publicClasses() throws IOException, ClassNotFoundException {
        Path classes = ChildJvm.location(Snapshot.class);
        Matcher exports = EXPORT.matcher(Files.readString(Path.of("src/main/java/module-info.java")));
        List<Class<?>> all = new ArrayList<>();
        while (exports.find()) {
            try (Stream<Path> files =
                    Files.list(classes.resolve(exports.group(1).replace('.', '/')))) {
                for (Path file : files.sorted().toList()) {
                    String name = file.getFileName().toString();
                    if (name.endsWith(".class") && !name.equals("package-info.class")) {
                        Class<?> type = Class.forName(exports.group(1) + "." + name.replace(".class", ""));
                        if (isPublic(type)) {
                            all.add(type);
                        }
                    }
                }
            }
        }
        return all;
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getDeclaringClass() == null || isPublic(type.getDeclaringClass()));
    }

    private void put(Object value, Class<?>... types) {
        values.put(value.getClass(), value);
        for (Class<?> type : types) {
            values.put(type, value);
        }
    }

    private void makeInstances(List<Class<?>> all) throws IOException, IllegalAccessException {
        Scheme scheme = Scheme.builder().build();
        Path index = folder.resolve("index");
        IndexWriter writer = IndexWriter.create(
                index,
                scheme,
                WriterOptions.DEFAULT
                        .memory(16 << 20)
                        .liveMap(WriterOptions.LiveMap.NONE)
                        .storeText(true));
        writer.add("a", TEXT);
        writer.commit();
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        put(fingerprinter);
        put(fingerprinter.fingerprint(TEXT));
        put(scheme);
        put(scheme.toBuilder());
        put(Selection.of("full"));
        put(writer, IndexWriter.class);
        put(writer.snapshot(), Snapshot.class);
        put(PassageFinder.of(writer.snapshot(), PassageOptions.DEFAULT));
        Aligner aligner = Aligner.of(AlignmentOptions.DEFAULT);
        put(aligner);
        put(aligner.prepare("a"));
        put(new NewDocument("a", TEXT));
        put(IndexBuilder.create(folder.resolve("built"), scheme, BuildOptions.DEFAULT));
        put(index, Path.class);
        put("a");
        put(TEXT);
        put(List.of(), Collection.class, Iterable.class, List.class);
        put(Set.of(), Set.class);
        put(Map.of(), Map.class);
        put(Optional.empty(), Optional.class);
        put(Instant.EPOCH);
        for (Class<?> type : all) {
            for (Field field : type.getFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.getType() == type) {
                    values.putIfAbsent(type, field.get(null));
                }
            }
        }
    }

    private Object value(Class<?> type) {
        if (type.isPrimitive()) {
            return Array.get(Array.newInstance(type, 1), 0);
        }
        if (type.isInterface() && !values.containsKey(type) && !type.isSealed()) {
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                throw new UnsupportedOperationException(method.toString());
            });
        }
        return type.isArray() && !values.containsKey(type)
                ? Array.newInstance(type.getComponentType(), 0)
                : values.get(type);
    }

    private void check(Method method, Object target) throws IllegalAccessException {
        Parameter[] parameters = method.getParameters();
        for (int p = 0; p < parameters.length; p++) {
            if (parameters[p].getType().isPrimitive()) {
                continue;
            }
            Object[] arguments = new Object[parameters.length];
            boolean known = true;
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = i == p ? null : value(parameters[i].getType());
                known &= i == p || arguments[i] != null;
            }
            String place = method.getDeclaringClass().getSimpleName() + "." + method.getName() + "("
                    + parameters[p].getName() + " of " + parameters.length + ")";
            if (!known) {
                problems.add(place + " has an argument of unknown type");
                continue;
            }
            calls++;
            try {
                method.invoke(target, arguments);
                problems.add(place + " accepts null");
            } catch (InvocationTargetException e) {
                List<String> words =
                        List.of(String.valueOf(e.getCause().getMessage()).split("\\W+"));
                if (!(e.getCause() instanceof NullPointerException)
                        || !words.contains(parameters[p].getName()) && !words.contains(method.getName())) {
                    problems.add(place + ": " + e.getCause());
                }
            }
        }
    }

    /** Whether applications call a method: not, if the implementation must make its arguments. */
    private static boolean isEntry(Method method, List<Class<?>> all) {
        Class<?> type = method.getDeclaringClass();
        return Modifier.isPublic(method.getModifiers())
                && !method.isSynthetic()
                && !WhorlException.class.isAssignableFrom(type)
                && !type.isAnnotationPresent(FunctionalInterface.class)
                && !(type.isEnum() && method.getName().equals("valueOf"))
                && !method.getName().equals("equals")
                && !(type == Fingerprint.class && method.getName().equals("stored"))
                && Stream.of(method.getParameterTypes())
                        .allMatch(t -> !t.getName().startsWith("io.whorl.") || all.contains(t));
    }

    @Test
    void nullIsRefusedByName() throws Exception {
        List<Class<?>> all = publicClasses();
        makeInstances(all);
        for (Class<?> type : all) {
            for (Method method : type.getDeclaredMethods()) {
                boolean isStatic = Modifier.isStatic(method.getModifiers());
                if (isEntry(method, all) && (isStatic || values.containsKey(type))) {
                    check(method, isStatic ? null : values.get(type));
                }
            }
        }
        assertEquals("", String.join("\n", problems));
        assertTrue(calls > 150, () -> calls + " calls");
    }
}
