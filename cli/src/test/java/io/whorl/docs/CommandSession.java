package io.whorl.docs;

import io.whorl.cli.CliRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs one command or Java program after another in one process, because a process for each takes most of its time to
 * start. The virtual machine has no flags that a library needs.
 */
final class CommandSession {
    private static final String LOG = "session.log";

    private CommandSession() {}

    /** Starts a session in a folder. The other folder gets the pipes that {@link #main} reads and writes. */
    static Process start(Path folder, Path pipes) throws IOException, InterruptedException {
        for (String name : List.of("command", "code")) {
            Path pipe = pipes.resolve(name);
            Files.deleteIfExists(pipe);
            if (new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() != 0) {
                throw new IOException("mkfifo failed: " + pipe);
            }
        }
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CommandSession.class.getName(),
                        pipes.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(pipes.resolve(LOG).toFile())
                .start();
    }

    /** Returns what a session itself has printed. */
    static String log(Path pipes) {
        try {
            return Files.readString(pipes.resolve(LOG));
        } catch (IOException e) {
            return "its output cannot be read: " + e;
        }
    }

    /**
     * Ends with its parent process. The argument is a folder: the pipe {@code command} has the arguments of a command,
     * one a line, and the pipe {@code code} gets its exit code. Both are opened anew for each command. Standard input
     * is the file {@code in}, and what a command prints is in {@code out} and {@code err}.
     */
    public static void main(String[] args) throws IOException {
        ProcessHandle.current().parent().orElseThrow().onExit().thenRun(() -> Runtime.getRuntime()
                .halt(1));
        Path pipes = Path.of(args[0]);
        while (true) {
            List<String> command = Files.readAllLines(pipes.resolve("command"));
            List<String> arguments = command.subList(1, command.size());
            CliRun run = command.get(0).equals("java")
                    ? java(arguments)
                    : CliRun.withInput(Files.readString(pipes.resolve("in")), arguments.toArray());
            Files.writeString(pipes.resolve("out"), run.out());
            Files.writeString(pipes.resolve("err"), run.err());
            Files.writeString(pipes.resolve("code"), run.code() + "\n");
        }
    }

    /** Calls {@code main} of a class. The arguments: the folder of the class, its name, and the arguments for it. */
    private static CliRun java(List<String> arguments) throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        PrintStream standard = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        int code = 0;
        URL[] classes = {Path.of(arguments.get(0)).toAbsolutePath().toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes)) {
            String[] args = arguments.subList(2, arguments.size()).toArray(new String[0]);
            loader.loadClass(arguments.get(1)).getMethod("main", String[].class).invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            code = 1;
            e.getCause().printStackTrace(new PrintStream(errors, true, StandardCharsets.UTF_8));
        } catch (ReflectiveOperationException e) {
            code = 1;
            e.printStackTrace(new PrintStream(errors, true, StandardCharsets.UTF_8));
        } finally {
            System.setOut(standard);
        }
        return new CliRun(code, printed.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
    }
}
