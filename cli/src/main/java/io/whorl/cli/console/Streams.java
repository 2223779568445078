package io.whorl.cli.console;

import io.whorl.cli.output.Escapes;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/**
 * What a command reads and writes beside files. UTF-8 whatever the locale, so that results are the same everywhere.
 *
 * @param in standard input
 * @param out results only; a writer that reports failures, unlike {@link System#out}, so that a full disk is noticed
 * @param err everything else
 * @param terminal whether people watch {@code err}, so that a progress bar makes sense; asked only by long work, for
 *     finding out takes a moment
 */
public record Streams(InputStream in, Writer out, PrintWriter err, BooleanSupplier terminal) {
    private static final int BUFFER = 1 << 16;

    public static Streams ofProcess() {
        Writer out = new BufferedWriter(new OutputStreamWriter(new StandardOutput(), StandardCharsets.UTF_8), BUFFER);
        PrintWriter err = new PrintWriter(
                new OutputStreamWriter(new FileOutputStream(FileDescriptor.err), StandardCharsets.UTF_8), true);
        return new Streams(System.in, out, err, Terminal::watchesErrors);
    }

    /** A warning or an error: one line, under the program's name, whatever names it quotes. */
    public void tell(String message) {
        err.println("whorl: " + Escapes.visible(message));
        err.flush();
    }
}
