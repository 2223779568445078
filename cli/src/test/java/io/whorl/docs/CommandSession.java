package io.whorl.docs;

import io.whorl.cli.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs one command after another in one process, because a process for each command takes most of its time to start.
 */
final class CommandSession {
    private CommandSession() {}

    /**
     * Ends with its parent process. Arguments: a pipe with the arguments of a command, one a line, and a pipe for its
     * exit code. Both are opened anew for each command.
     */
    public static void main(String[] pipes) throws IOException {
        ProcessHandle.current().parent().orElseThrow().onExit().thenRun(() -> Runtime.getRuntime()
                .halt(1));
        while (true) {
            List<String> command = Files.readAllLines(Path.of(pipes[0]));
            CliRun run = CliRun.of(command.toArray());
            System.out.print(run.out() + run.err());
            System.out.flush();
            Files.writeString(Path.of(pipes[1]), run.code() + "\n");
        }
    }
}
