package io.whorl.cli.dedup;

import io.whorl.cli.console.FailedException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the file and the record of each document from its place. Documents come in the order of the files. */
final class SourcePlaces {
    /**
     * Where a document is.
     *
     * @param file the number of the file
     * @param record the number of the record, from 1; 0 if the document is the file
     */
    record Place(int file, long record) {
        static final Place UNKNOWN = new Place(-1, -1);
    }

    private static final int NONE = -1;

    private final List<String> files;
    private int at;
    private long last = NONE;

    /** @throws FailedException if the name of a file looks like the place of a record of another file */
    SourcePlaces(List<Path> files) throws FailedException {
        this.files = files.stream().map(Path::toString).toList();
        Set<String> names = new HashSet<>(this.files);
        for (String name : this.files) {
            int colon = name.lastIndexOf(':');
            if (colon > 0 && names.contains(name.substring(0, colon)) && number(name, colon + 1) > 0) {
                throw new FailedException(
                        name + " could be a record of " + name.substring(0, colon) + "; rename one of the two files");
            }
        }
    }

    Place of(String place) throws FailedException {
        for (int file = at; file < files.size(); file++) {
            long record = record(files.get(file), place);
            if (record > NONE && (file > at || record > last)) {
                at = file;
                last = record;
                return new Place(file, record);
            }
        }
        throw new FailedException("the documents of " + place
                + " cannot be copied one by one; unpack or convert its file, or leave out --write");
    }

    private static long record(String file, String place) {
        if (!place.startsWith(file)) {
            return NONE;
        }
        int end = file.length();
        if (place.length() == end) {
            return 0;
        }
        return place.charAt(end) == ':' ? number(place, end + 1) : NONE;
    }

    /** The number with which a text ends, from 1; {@link #NONE} if it is none. */
    private static long number(String text, int from) {
        boolean digits = from < text.length()
                && text.length() - from < 19
                && text.chars().skip(from).allMatch(c -> c >= '0' && c <= '9');
        return digits ? Long.parseLong(text, from, text.length(), 10) : NONE;
    }
}
