package io.whorl.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Another Java process with this one's class path, to be killed, limited or left to hold a lock. It is killed when it
 * runs for too long, so a test that reads from it always ends.
 */
public final class ChildJvm implements AutoCloseable {
    private static final long MOST_SECONDS = LongForm.of(240, 3_600);
    /**
     * In the short form a child lives for a second or two, in which C2 and the threads of G1 cost more than they give.
     */
    private static final List<String> FAST_START =
            LongForm.ON ? List.of() : List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final Process process;
    private final BufferedReader out;
    private final StringBuffer errors = new StringBuffer();
    private final Thread drain;

    private ChildJvm(ProcessBuilder builder) throws IOException {
        process = builder.start();
        out = reader(process.getInputStream());
        drain = new Thread(this::drain, "child-errors");
        drain.setDaemon(true);
        drain.start();
        CompletableFuture.delayedExecutor(MOST_SECONDS, TimeUnit.SECONDS).execute(process.toHandle()::destroyForcibly);
    }

    private static BufferedReader reader(InputStream in) {
        return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /** Standard error is read apart: the JVM itself prints warnings there, and which ones depends on its release. */
    private void drain() {
        reader(process.getErrorStream()).lines().forEach(line -> errors.append(line)
                .append('\n'));
    }

    public static ChildJvm start(Class<?> main, String... args) throws IOException {
        return start(List.of(), main, args);
    }

    /** @param flags of the virtual machine */
    public static ChildJvm start(List<String> flags, Class<?> main, String... args) throws IOException {
        return of(command(flags, main, args));
    }

    public static List<String> command(List<String> flags, Class<?> main, String... args) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        command.add("-XX:-UsePerfData");
        command.addAll(FAST_START);
        command.addAll(flags);
        command.add("-cp");
        command.add(classPath());
        command.add(main.getName());
        command.addAll(List.of(args));
        return command;
    }

    /** The directory or jar that has a class. */
    public static Path location(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** What a child prints that ends without a failure. */
    public static List<String> run(List<String> command) throws IOException, InterruptedException {
        try (ChildJvm child = of(command)) {
            List<String> printed = child.output();
            assertEquals(List.of(), child.failures());
            return printed;
        }
    }

    /** A child that a command prepares the way for. */
    public static ChildJvm of(List<String> command) throws IOException {
        return new ChildJvm(new ProcessBuilder(command));
    }

    /** Reads what it prints until a line that begins so; returns that line. */
    public String awaitLine(String prefix) throws IOException {
        StringBuilder before = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(prefix)) {
                return line;
            }
            before.append(line).append('\n');
        }
        throw new AssertionError("the child ended without printing " + prefix + ":\n" + before + errors());
    }

    /** Everything it still prints to standard output, to its end. */
    public List<String> output() throws InterruptedException {
        List<String> lines = out.lines().toList();
        process.waitFor();
        return lines;
    }

    /** What it printed to standard error, to its end. */
    public String errors() {
        try {
            drain.join(TimeUnit.SECONDS.toMillis(MOST_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return errors.toString();
    }

    /** The lines of its standard error that are its own, not warnings of the JVM. */
    public List<String> failures() {
        return errors().lines()
                .filter(l -> !l.isBlank() && !l.startsWith("WARNING: "))
                .toList();
    }

    public long pid() {
        return process.pid();
    }

    /** SIGKILL: it has no say in it. What it printed before can still be read. */
    public void kill() throws InterruptedException {
        // By its handle: the process itself would close its streams too.
        process.toHandle().destroyForcibly();
        process.waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(60, TimeUnit.SECONDS);
    }
}
