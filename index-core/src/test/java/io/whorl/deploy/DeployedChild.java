package io.whorl.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the sample application in a child process, with a time limit. */
final class DeployedChild {
    private static final int MOST_SECONDS = 120;

    private DeployedChild() {}

    /**
     * @param folder an empty directory for the index and the output
     * @param arguments the arguments of {@code java}, up to the main class
     * @return the lines of standard output and standard error
     */
    static List<String> run(Path java, Path folder, List<String> flags, List<String> arguments) throws Exception {
        Files.createDirectories(folder);
        List<String> command = new ArrayList<>(List.of(
                java.resolve("bin/java").toString(),
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.util.logging.config.file=" + logging(folder)));
        command.addAll(flags);
        command.addAll(arguments);
        command.add(folder.toString());
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("the child still runs: " + Files.readString(output));
            }
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(output);
    }

    /** Prints every log record of the library, relocated or not, as one line. */
    private static Path logging(Path folder) throws IOException {
        return Files.writeString(folder.resolve("logging.properties"), """
                handlers=java.util.logging.ConsoleHandler
                java.util.logging.ConsoleHandler.level=ALL
                java.util.logging.SimpleFormatter.format=%4$s %5$s%6$s%n
                io.whorl.level=ALL
                my.whorl.level=ALL
                """);
    }
}
