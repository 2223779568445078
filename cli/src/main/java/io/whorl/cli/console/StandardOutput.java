package io.whorl.cli.console;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Standard output of the process. Its errors tell a reader that closed the pipe from a failed write. It writes whole
 * lines, so what a process wrote before Ctrl-C or a kill has no record that is cut, and that looks like another one.
 */
final class StandardOutput extends OutputStream {
    /** The messages of operating systems for a closed pipe, and for a descriptor that the shell closed. */
    private static final Set<String> CLOSED =
            Set.of("Broken pipe", "Bad file descriptor", "The pipe is being closed", "The pipe has been ended");

    private static final Path DESCRIPTOR = Path.of("/proc/self/fd/1");

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
     * True if standard output is a pipe, to which a write fails for no other reason. The messages above depend on the
     * language of the system.
     */
    private static boolean isPipe() {
        try {
            String target = Files.readSymbolicLink(DESCRIPTOR).toString();
            return target.startsWith("pipe:") || target.startsWith("socket:");
        } catch (IOException | UnsupportedOperationException notLinux) {
            return false;
        }
    }
}
