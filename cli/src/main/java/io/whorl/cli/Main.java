package io.whorl.cli;

import io.whorl.cli.console.Streams;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The program's entry. Ends the process with 0 (done), 1 (failed) or 2 (wrong usage). */
public final class Main {
    /**
     * The commands report on standard error themselves. Held in a field, because a logger without references forgets
     * its level.
     */
    private static final Logger LIBRARY = Logger.getLogger("io.whorl");

    private Main() {}

    public static void main(String[] arguments) {
        LIBRARY.setLevel(Level.OFF);
        System.exit(Cli.execute(Streams.ofProcess(), arguments));
    }
}
