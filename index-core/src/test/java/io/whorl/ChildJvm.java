package io.whorl;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another Java process with this one's class path, to be killed, limited or left to hold a lock. */
public final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;

    private ChildJvm(Process process) {
        this.process = process;
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    public static ChildJvm start(Class<?> main, String... args) throws IOException {
        return start(List.of(), main, args);
    }

    /** @param flags of the virtual machine */
    public static ChildJvm start(List<String> flags, Class<?> main, String... args) throws IOException {
        return new ChildJvm(new ProcessBuilder(command(flags, main, args)).redirectErrorStream(true).start());
    }

    public static List<String> command(List<String> flags, Class<?> main, String... args) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        command.add("-XX:-UsePerfData");
        command.addAll(flags);
        command.add("-cp");
        command.add(classPath());
        command.add(main.getName());
        command.addAll(List.of(args));
        return command;
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** A child that a command prepares the way for. */
    public static ChildJvm of(List<String> command) throws IOException {
        return new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
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
        throw new AssertionError("the child ended without printing " + prefix + ":\n" + before);
    }

    /** Everything it still prints, to its end. */
    public List<String> output() throws IOException, InterruptedException {
        List<String> lines = out.lines().toList();
        process.waitFor();
        return lines;
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
