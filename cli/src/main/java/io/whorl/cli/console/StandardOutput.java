package io.whorl.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** The process's standard output, which tells a reader that has gone from a write that failed. */
final class StandardOutput extends OutputStream {
    /** What systems say of a closed pipe, and of a descriptor that the shell closed; elsewhere the descriptor tells. */
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

    /** Messages depend on the language of the system, and writing to a pipe fails for no other reason. */
    private static boolean isPipe() {
        try {
            String target = Files.readSymbolicLink(DESCRIPTOR).toString();
            return target.startsWith("pipe:") || target.startsWith("socket:");
        } catch (IOException | UnsupportedOperationException notLinux) {
            return false;
        }
    }
}
