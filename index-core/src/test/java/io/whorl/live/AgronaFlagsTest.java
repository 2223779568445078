package io.whorl.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.ChildJvm;
import io.whorl.LaterJava;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.collections.LongArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The library uses only classes of Agrona that need no JVM flag. A process without flags builds, writes, queries and
 * merges an index. It runs on the Java of the tests and on JDK 25, where one is installed.
 */
class AgronaFlagsTest {
    /** Agrona's access to memory. It fails without a flag, and so does every class that reaches it. */
    private static final List<String> NEED_A_FLAG = List.of(
            "org.agrona.UnsafeApi", "org.agrona.BufferUtil", "org.agrona.concurrent.ManyToOneConcurrentArrayQueue");

    private static final Pattern LOADED = Pattern.compile("(org\\.agrona\\.\\S+) source: ");

    @TempDir
    Path directory;

    @Test
    void buildsWritesQueriesAndMergesWithoutFlags() throws Exception {
        for (Path home : homes()) {
            Path index = directory.resolve("index-" + home.getFileName());
            List<String> command =
                    ChildJvm.command(List.of("-Xlog:class+load"), FlagFreeLife.class, "live", index.toString());
            Set<String> loaded = new TreeSet<>();
            List<String> printed = new ArrayList<>();
            for (String line : run(home, command)) {
                Matcher matcher = LOADED.matcher(line);
                if (matcher.find()) {
                    loaded.add(matcher.group(1));
                } else if (!line.startsWith("[")) {
                    printed.add(line);
                }
            }
            assertEquals(List.of("matches 3"), printed, home::toString);
            assertTrue(loaded.stream().allMatch(FlagFreeLife::isPermitted), loaded::toString);
            assertTrue(loaded.contains(LongArrayList.class.getName()), loaded::toString);
        }
    }

    /** Shows that the list of permitted classes is right: the others really fail without the flag. */
    @Test
    void collectionsInitializeWithoutFlagsAndUnsafeClassesDoNot() throws Exception {
        for (Path home : homes()) {
            List<String> arguments = new ArrayList<>(List.of("initialize"));
            arguments.addAll(NEED_A_FLAG);
            List<String> printed =
                    run(home, ChildJvm.command(List.of(), FlagFreeLife.class, arguments.toArray(String[]::new)));
            List<String> expected = new ArrayList<>(
                    NEED_A_FLAG.stream().map(name -> "fails " + name).toList());
            expected.add("buffers fail");
            expected.add("collections work");
            assertEquals(expected, printed, home::toString);
        }
    }

    private static Set<Path> homes() throws IOException {
        Set<Path> homes = new TreeSet<>();
        homes.add(Path.of(System.getProperty("java.home")).toRealPath());
        LaterJava.home().ifPresent(homes::add);
        for (Path home : homes) {
            assertTrue(Files.isExecutable(home.resolve("bin/java")), home::toString);
        }
        return homes;
    }

    private static List<String> run(Path home, List<String> command) throws Exception {
        List<String> changed = new ArrayList<>(command);
        changed.set(0, home.resolve("bin/java").toString());
        try (ChildJvm child = ChildJvm.of(changed)) {
            List<String> output = child.output();
            assertEquals(List.of(), child.failures());
            return output;
        }
    }
}
