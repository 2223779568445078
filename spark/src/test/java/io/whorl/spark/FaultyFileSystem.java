package io.whorl.spark;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * The local file system under {@code faulty:} names, with faults. The host of a name is the test that plans them:
 * {@code faulty://test/path}.
 */
public final class FaultyFileSystem extends RawLocalFileSystem {
    private static final Map<String, Faults> FAULTS = new ConcurrentHashMap<>();

    private String host;

    /** The faults of a host. Each number is decremented when it strikes. */
    static final class Faults {
        /** Uploads of MANIFEST after which the task fails. */
        final AtomicInteger failingUploads = new AtomicInteger();
        /** Removals that do nothing. */
        final AtomicInteger idleDeletes = new AtomicInteger();
        /** Renames, of which an object store wants none. */
        final AtomicInteger renames = new AtomicInteger();
        /** Whether the file system says that it is an object store. */
        volatile boolean objectStore;
    }

    /** The name of a local path on a new file system with faults. */
    static String name(String host, java.nio.file.Path path, Faults faults) {
        FAULTS.put(host, faults);
        SampleDocuments.session()
                .sparkContext()
                .hadoopConfiguration()
                .set("fs.faulty.impl", FaultyFileSystem.class.getName());
        return "faulty://" + host + path.toAbsolutePath();
    }

    private Faults faults() {
        return FAULTS.get(host);
    }

    private static boolean strikes(AtomicInteger left) {
        return left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    }

    @Override
    public void initialize(URI uri, Configuration conf) throws IOException {
        super.initialize(URI.create("file:///"), conf);
        host = uri.getHost();
    }

    @Override
    public URI getUri() {
        return URI.create("faulty://" + host);
    }

    @Override
    protected void checkPath(Path path) {
        // Names of this file system and local names are both its own.
    }

    @Override
    public java.io.File pathToFile(Path path) {
        return new java.io.File(path.toUri().getPath());
    }

    @Override
    public FSDataOutputStream create(
            Path f,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return super.create(local(f), permission, overwrite, bufferSize, replication, blockSize, progress);
    }

    @Override
    public FileStatus getFileStatus(Path f) throws IOException {
        FileStatus status = super.getFileStatus(f);
        if (f.getName().equals("MANIFEST") && strikes(faults().failingUploads)) {
            throw new IOException("a planned fault after the upload of " + f);
        }
        return status;
    }

    @Override
    public boolean delete(Path f, boolean recursive) throws IOException {
        return !strikes(faults().idleDeletes) && super.delete(f, recursive);
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        faults().renames.incrementAndGet();
        return super.rename(from, to);
    }

    @Override
    public boolean hasPathCapability(Path path, String capability) throws IOException {
        return capability.equals(CommonPathCapabilities.ABORTABLE_STREAM)
                ? faults().objectStore
                : super.hasPathCapability(path, capability);
    }

    private static Path local(Path path) {
        return new Path(path.toUri().getPath());
    }
}
