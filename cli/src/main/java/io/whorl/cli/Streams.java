package io.whorl.cli;

import io.whorl.cli.Console.Terminal;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.apache.commons.io.output.ProxyWriter;

/**
 * The streams of the process. They are UTF-8 in every locale, so that results are the same everywhere.
 *
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
    private static final Path JAVA = Path.of(System.getProperty("java.home"));

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

    /** What a descriptor of the process leads to; empty unless the system is Linux. */
    private static Optional<String> target(int descriptor) {
        try {
            return Optional.of(Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString());
        } catch (IOException | UnsupportedOperationException notLinux) {
            return Optional.empty();
        }
    }

    /** Prints a message on one line of standard error, with the name of the program. */
    public void message(String text) {
        err.println(PREFIX + Escapes.visible(text));
        err.flush();
    }

    /**
     * Standard input of the process. An interrupt ends a read that waits for a pipe or a terminal, unlike one of
     * {@link System#in}, so Ctrl-C ends a command at once.
     *
     * <p>If the shell has closed it, the system gives its number to the first file that Java opens, which is a part of
     * Java. This is an error and not the text.
     */
    static final class StandardInput extends InputStream {
        private final FileChannel in = new FileInputStream(FileDescriptor.in).getChannel();
        private final boolean closed =
                target(0).map(Path::of).filter(file -> file.startsWith(JAVA)).isPresent();

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (closed) {
                throw new IOException("standard input is closed");
            }
            return in.read(ByteBuffer.wrap(bytes, from, length));
        }
    }

    /**
     * Standard output of the process. Its errors tell a reader that closed the pipe from a failed write. It writes
     * whole lines, so what a process wrote before Ctrl-C or a kill has no record that is cut, and that looks like
     * another one.
     */
    static final class StandardOutput extends OutputStream {
        /** The messages of operating systems for a closed pipe, and for a descriptor that the shell closed. */
        private static final Set<String> CLOSED =
                Set.of("Broken pipe", "Bad file descriptor", "The pipe is being closed", "The pipe has been ended");

        /** The bytes of a line that it keeps until the line ends. A longer line is written in pieces. */
        private static final int LONGEST = 1 << 20;

        private final OutputStream out;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        StandardOutput() {
            this(new FileOutputStream(FileDescriptor.out));
        }

        StandardOutput(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            int whole = length;
            while (whole > 0 && bytes[from + whole - 1] != '\n') {
                whole--;
            }
            if (whole > 0) {
                flush();
                writeThrough(bytes, from, whole);
            }
            line.write(bytes, from + whole, length - whole);
            if (line.size() > LONGEST) {
                flush();
            }
        }

        @Override
        public void flush() throws IOException {
            if (line.size() > 0) {
                byte[] bytes = line.toByteArray();
                line.reset();
                writeThrough(bytes, 0, bytes.length);
            }
        }

        @Override
        public void close() throws IOException {
            flush();
        }

        private void writeThrough(byte[] bytes, int from, int length) throws IOException {
            try {
                out.write(bytes, from, length);
            } catch (IOException e) {
                throw CLOSED.contains(e.getMessage()) || isPipe() ? new ClosedOutputException(e) : e;
            }
        }

        /**
         * True if standard output is a pipe, to which a write fails for no other reason. The messages above depend on
         * the language of the system.
         */
        private static boolean isPipe() {
            return target(1)
                    .filter(target -> target.startsWith("pipe:") || target.startsWith("socket:"))
                    .isPresent();
        }
    }

    /**
     * Writes to another writer, keeps its first failure, and discards everything after it. It throws the failure,
     * unless the reader of the other writer has closed it.
     */
    public static final class LastingWriter extends ProxyWriter {
        private Optional<IOException> failure = Optional.empty();

        public LastingWriter(Writer out) {
            super(out);
        }

        boolean isClosed() {
            return failure.isPresent() && failure.get() instanceof ClosedOutputException;
        }

        /** Throws the first failure, if there was one: a print writer above this one does not throw it. */
        public void check() throws IOException {
            if (failure.isPresent()) {
                throw failure.get();
            }
        }

        @Override
        protected void handleIOException(IOException e) throws IOException {
            failure = Optional.of(e);
            out = nullWriter();
            if (!isClosed()) {
                throw e;
            }
        }
    }
}
