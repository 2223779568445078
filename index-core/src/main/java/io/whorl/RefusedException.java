package io.whorl;

import java.nio.file.Path;
import java.util.Optional;

/** Thrown if an operation cannot be done as requested. Nothing was changed. The message says what to do instead. */
public final class RefusedException extends WhorlException {
    private final Reason reason;
    private final String id;

    /** Why the operation was refused. */
    public enum Reason {
        /** A new index or segment set is to be created at a path that already exists. */
        EXISTS,
        /** Another writer has the index open. */
        LOCKED,
        /** The path is not the directory of an index: it has no MANIFEST. */
        NOT_AN_INDEX,
        /** The directory is not a segment set. */
        NOT_A_SET,
        /** A file has a format version that this release does not read. */
        VERSION,
        /** The index has no document of an id: it was never added, or it was deleted. */
        UNKNOWN_ID,
        /** Several documents have one id, and the options refuse that. */
        REPEATED_ID,
        /** A directory has unfinished work, and the search was not asked to resume it. */
        UNFINISHED,
        /** There is no unfinished rebuild. */
        NOTHING_TO_RESUME,
        /** The scheme, the options or the sources differ from those of unfinished work. */
        CHANGED,
        /** Documents were added to the index or deleted since the rebuild started. */
        INDEX_CHANGED,
        /** A file of unfinished work or of a segment set is missing, damaged, or not the one that was written. */
        DAMAGED,
        /** Two shards, or a set and an index, differ in their scheme. */
        SCHEME,
        /** Two shards, or a set and an index, differ in an option of the build. */
        OPTIONS,
        /** The process may not read or write a file or directory, or the file system is read-only. */
        NO_PERMISSION
    }

    private RefusedException(Reason reason, String message, Throwable cause, String id) {
        super(message, cause);
        this.reason = reason;
        this.id = id;
    }

    /**
     * @param place the directory or file
     * @param message the problem and a remedy
     */
    public RefusedException(Path place, Reason reason, String message) {
        this(place.toString(), reason, message, null);
    }

    /**
     * @param place the directory, file or shard
     * @param message the problem and a remedy
     * @param cause the error that showed it, or null
     */
    public RefusedException(Object place, Reason reason, String message, Throwable cause) {
        this(reason, place + ": " + message, cause, null);
    }

    /** @param found a description of the existing content */
    public static RefusedException exists(Path path, String found) {
        return new RefusedException(
                Reason.EXISTS,
                path + " already holds " + found + "; choose another path, or replace the index explicitly",
                null,
                null);
    }

    /**
     * @param lock the lock file
     * @param holder a description of the holder
     */
    public static RefusedException locked(Path lock, String holder) {
        return new RefusedException(
                Reason.LOCKED, lock + " is held by " + holder + "; wait until it ends, or stop it", null, null);
    }

    /**
     * @param why why it is not an index, as a clause
     * @param cause the error that showed it, or null
     */
    public static RefusedException notAnIndex(Path path, String why, Throwable cause) {
        return new RefusedException(
                Reason.NOT_AN_INDEX,
                path + " is not an index: " + why + "; give the directory of an index",
                cause,
                null);
    }

    /**
     * @param found the version of the file
     * @param newestKnown the newest version that this release reads
     */
    public static RefusedException version(Path file, int found, int newestKnown) {
        return new RefusedException(
                Reason.VERSION,
                file + " has format version " + found + ", and this release reads up to " + newestKnown
                        + "; use a newer release, or build the index again with this one",
                null,
                null);
    }

    /**
     * @param what the file, or what could not be done
     * @param cause the error of the file system
     */
    public static RefusedException denied(String what, Throwable cause) {
        return new RefusedException(
                Reason.NO_PERMISSION,
                what + ": access is denied, or the file system is read-only; give the user '"
                        + System.getProperty("user.name") + "' of this process the right to read the index, and to"
                        + " write to its directory if it is to be changed, or use another directory",
                cause,
                null);
    }

    public static RefusedException unknownId(String id) {
        return new RefusedException(Reason.UNKNOWN_ID, "the index has no document with the id '" + id + "'", null, id);
    }

    public static RefusedException repeatedId(String id) {
        return new RefusedException(
                Reason.REPEATED_ID,
                "several documents have the id '" + id + "'; leave out all but one, or keep the first or the last one"
                        + " (RepeatedIds)",
                null,
                id);
    }

    public Reason reason() {
        return reason;
    }

    /** The id that is unknown or repeated; empty for other reasons. */
    public Optional<String> id() {
        return Optional.ofNullable(id);
    }
}
