package io.whorl.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Describes the machine and the commit of a measurement. */
public final class Machine {
    private static final Path CPUS = Path.of("/proc/cpuinfo");

    private Machine() {}

    /** Returns processor, cores, operating system and JDK in one line. */
    public static String description() {
        return processor() + ", " + Runtime.getRuntime().availableProcessors() + " cores; "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch") + "; "
                + System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
    }

    /** Returns the commit in the working directory, with a mark if files differ from it. */
    public static Optional<String> commit() {
        return git("rev-parse", "--short=12", "HEAD")
                .map(hash ->
                        git("status", "--porcelain").filter(String::isEmpty).isPresent() ? hash : hash + "+changes");
    }

    private static String processor() {
        try {
            List<String> lines = Files.readAllLines(CPUS);
            return lines.stream()
                    .filter(l -> l.startsWith("model name"))
                    .findFirst()
                    .map(l -> l.substring(l.indexOf(':') + 1).strip())
                    .orElse("unknown processor");
        } catch (IOException e) {
            // Only Linux has the file. Results without the model are still useful.
            return "unknown processor";
        }
    }

    private static Optional<String> git(String... arguments) {
        try {
            List<String> command = new ArrayList<>(List.of("git"));
            command.addAll(List.of(arguments));
            Process git = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String out = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0 ? Optional.of(out) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
