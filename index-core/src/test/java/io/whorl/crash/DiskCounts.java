package io.whorl.crash;

/**
 * The operations of a disk so far.
 *
 * @param fileForces forces of files
 * @param directoryForces forces of directories
 * @param writes writes of files
 * @param bytes bytes written
 * @param names names created, changed and removed
 */
public record DiskCounts(long fileForces, long directoryForces, long writes, long bytes, long names) {
    static final DiskCounts NONE = new DiskCounts(0, 0, 0, 0, 0);

    DiskCounts andForce(boolean directory) {
        return new DiskCounts(
                fileForces + (directory ? 0 : 1), directoryForces + (directory ? 1 : 0), writes, bytes, names);
    }

    DiskCounts andWrite(long written) {
        return new DiskCounts(fileForces, directoryForces, writes + 1, bytes + written, names);
    }

    DiskCounts andName() {
        return new DiskCounts(fileForces, directoryForces, writes, bytes, names + 1);
    }

    /** The operations since an earlier count. */
    public DiskCounts since(DiskCounts before) {
        return new DiskCounts(
                fileForces - before.fileForces,
                directoryForces - before.directoryForces,
                writes - before.writes,
                bytes - before.bytes,
                names - before.names);
    }
}
