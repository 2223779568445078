package io.whorl.cli.console;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Properties of the terminal that Java 17 does not provide. */
final class Terminal {
    static final int DEFAULT_WIDTH = 80;

    private Terminal() {}

    /**
     * True if standard error is a terminal. {@link System#console()} tells it of standard input and output, which are
     * often redirected.
     */
    static boolean isStandardError() {
        if ("dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        try {
            Process test = new ProcessBuilder("test", "-t", "2")
                    .redirectError(Redirect.INHERIT)
                    .start();
            return test.waitFor(2, TimeUnit.SECONDS) && test.exitValue() == 0;
        } catch (IOException noSuchProgram) {
            return System.console() != null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns the number of columns, or 80 if it is unknown. */
    static int width() {
        try {
            Process size = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .start();
            String[] rowsAndColumns = new String(size.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .trim()
                    .split(" ");
            return rowsAndColumns.length == 2 ? Math.max(40, Integer.parseInt(rowsAndColumns[1])) : DEFAULT_WIDTH;
        } catch (IOException | NumberFormatException unknown) {
            return DEFAULT_WIDTH;
        }
    }
}
