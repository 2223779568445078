package io.whorl.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;

/** Runs the program in the process of a test of the plug-in, which is on the class path. */
public final class ProgramRun {
    private ProgramRun() {}

    /**
     * Returns the exit code.
     *
     * @param told results and messages
     */
    public static int exitCode(Writer told, String... arguments) {
        PrintWriter messages = new PrintWriter(told, true);
        Streams streams =
                new Streams(InputStream.nullInputStream(), told, messages, () -> false, () -> Integer.MAX_VALUE);
        return Main.execute(streams, arguments);
    }
}
