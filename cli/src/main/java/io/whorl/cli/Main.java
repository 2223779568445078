package io.whorl.cli;

import java.util.logging.Level;
import java.util.logging.Logger;

/** The entry point of the program. It ends the process with 0 (success), 1 (failure) or 2 (wrong usage). */
public final class Main {
    /**
     * The logger of the library. It is off, because the commands report on standard error themselves. A field holds it,
     * because a logger that nothing references is collected and loses its level.
     */
    private static final Logger LIBRARY = Logger.getLogger("io.whorl");

    /** The logger of PDFBox, which tells of odd fonts. What cannot be read is reported by the commands. */
    private static final Logger PDF = Logger.getLogger("org.apache");

    private Main() {}

    public static void main(String[] arguments) {
        LIBRARY.setLevel(Level.OFF);
        PDF.setLevel(Level.OFF);
        System.exit(Cli.execute(Streams.ofProcess(), arguments));
    }
}
