package io.whorl.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** Standard output of the process. Its errors tell a reader that closed the pipe from a failed write. */
final class StandardOutput extends OutputStream {
    /** The messages of operating systems for a closed pipe, and for a descriptor that the shell closed. */
    private static final Set<String> CLOSED =
            Set.of("Broken pipe", "Bad file descriptor", "The pipe is being closed", "The pipe has been ended");

    private static final Path DESCRIPTOR = Path.of("/proc/self/fd/1");

    private final OutputStream out = new FileOutputStream(FileDescriptor.out);

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
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
