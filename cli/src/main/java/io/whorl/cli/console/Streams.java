package io.whorl.cli.console;

import io.whorl.cli.console.Console.Terminal;
import io.whorl.cli.output.Escapes;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * The streams of the process. They are UTF-8 in every locale, so that results are the same everywhere.
 *
 * @param in standard input
 * @param out standard output, for results only. Unlike {@link System#out} this writer reports failures, so that a full
 *     disk is noticed
 * @param err standard error, for everything else
 * @param terminal whether {@code err} is a terminal, which can show a progress bar. Long tasks alone call it, because
 *     it may start a process
 * @param columns the columns of the terminal that shows {@code out}; {@link Integer#MAX_VALUE} if none does. It may
 *     start a process
 */
public record Streams(InputStream in, Writer out, PrintWriter err, BooleanSupplier terminal, IntSupplier columns) {
    private static final int BUFFER = 1 << 16;

    static final String PREFIX = "whorl: ";

    /** Standard output is no terminal. */
    public Streams(InputStream in, Writer out, PrintWriter err, BooleanSupplier terminal) {
        this(in, out, err, terminal, () -> Integer.MAX_VALUE);
    }

    public static Streams ofProcess() {
        Writer out = new BufferedWriter(new OutputStreamWriter(new StandardOutput(), StandardCharsets.UTF_8), BUFFER);
        PrintWriter err = new PrintWriter(
                new OutputStreamWriter(new FileOutputStream(FileDescriptor.err), StandardCharsets.UTF_8), true);
        return new Streams(new StandardInput(), out, err, Terminal::isStandardError, Terminal::columnsOfStandardOutput);
    }

    /** Returns the same streams, of which standard output discards everything once its reader has closed it. */
    Streams lasting() {
        return new Streams(in, new LastingWriter(out), err, terminal, columns);
    }

    /** Prints a message on one line of standard error, with the name of the program. */
    public void message(String text) {
        err.println(PREFIX + Escapes.visible(text));
        err.flush();
    }

    /**
     * Standard input of the process. An interrupt ends a read that waits for a pipe or a terminal, unlike one of
     * {@link System#in}, so Ctrl-C ends a command at once.
     */
    static final class StandardInput extends InputStream {
        private final FileChannel in = new FileInputStream(FileDescriptor.in).getChannel();

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            return in.read(ByteBuffer.wrap(bytes, from, length));
        }
    }
}
