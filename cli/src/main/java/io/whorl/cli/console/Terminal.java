package io.whorl.cli.console;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.concurrent.TimeUnit;

/** What Java 17 cannot say of a terminal: whether standard error is one, and how wide it is. */
final class Terminal {
    private static final int USUAL_WIDTH = 80;

    private Terminal() {}

    /** {@link System#console()} looks at standard input and output, which are often redirected. */
    static boolean watchesErrors() {
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

    static int width() {
        try {
            Process size = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .start();
            String[] rowsAndColumns =
                    new String(size.getInputStream().readAllBytes()).trim().split(" ");
            return rowsAndColumns.length == 2 ? Math.max(40, Integer.parseInt(rowsAndColumns[1])) : USUAL_WIDTH;
        } catch (IOException | NumberFormatException unknown) {
            return USUAL_WIDTH;
        }
    }
}
