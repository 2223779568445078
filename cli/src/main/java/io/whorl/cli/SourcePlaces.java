package io.whorl.cli;

import io.whorl.corpus.RecordFiles;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the file and the record of each document from its place. Documents come in the order of the files. */
final class SourcePlaces {
    /**
     * Where a document is.
     *
     * @param file the number of the file
     * @param record the number of the record, from 1; of a web archive 1 plus its position; 0 if the document is the
     *     file. A record may contain several documents
     */
    record Place(int file, long record) {
        static final Place UNKNOWN = new Place(-1, -1);
    }

    private static final int NONE = -1;
    private static final int DIGITS = 18;

    private final List<Path> files;
    private int at;
    private String name;
    private long last = NONE;

    /**
     * @param target what is copied; without one, no place is known
     * @throws FailedException if the name of a file looks like the place of a record of another file
     */
    SourcePlaces(Optional<Target> target) throws FailedException {
        files = target.map(t -> t.files).orElse(List.of());
        name = files.isEmpty() ? "" : name(0);
        // Of all names, only those that look like places are held.
        Map<String, String> places = new HashMap<>();
        for (int file = 0; file < files.size(); file++) {
            String place = name(file);
            int mark = Math.max(place.lastIndexOf(':'), place.lastIndexOf('@'));
            if (mark > 0 && record(place.substring(0, mark), place) > 0) {
                places.put(place.substring(0, mark), place);
            }
        }
        for (int file = 0; file < files.size() && !places.isEmpty(); file++) {
            String place = places.get(name(file));
            if (place != null) {
                throw new FailedException(
                        place + " could be a record of " + name(file) + "; rename one of the two files");
            }
        }
    }

    private String name(int file) {
        return RecordFiles.place(files.get(file));
    }

    Place of(String place) throws FailedException {
        return files.isEmpty()
                ? Place.UNKNOWN
                : find(place)
                        .orElseThrow(() -> new FailedException("the documents of " + place
                                + " cannot be copied one by one; unpack or convert its file, or leave out --write"));
    }

    /** Returns the place of what could not be read; nothing for the rest of a file that breaks off. */
    Optional<Place> ofUnread(String place) {
        return files.isEmpty() || place.equals(name) && last > NONE ? Optional.empty() : find(place);
    }

    private Optional<Place> find(String place) {
        for (int file = at; file < files.size(); file++) {
            String tried = file == at ? name : name(file);
            long record = record(tried, place);
            // A document inside a record may not be the first one of it.
            boolean later = record > last || record == last && isInside(tried, place);
            if (record > NONE && (file > at || later)) {
                at = file;
                name = tried;
                last = record;
                return Optional.of(new Place(file, record));
            }
        }
        return Optional.empty();
    }

    /** The number of the record; 0 for the file; {@link #NONE} if the place is not in the file. */
    private static long record(String file, String place) {
        if (!place.startsWith(file)) {
            return NONE;
        }
        if (place.length() == file.length()) {
            return 0;
        }
        char mark = place.charAt(file.length());
        int end = numberEnd(file, place);
        boolean number = end > file.length() + 1 && end - file.length() <= DIGITS;
        if (!number || mark != ':' && mark != '@') {
            return NONE;
        }
        long value = Long.parseLong(place, file.length() + 1, end, 10);
        return mark == ':' ? value : value + 1;
    }

    /** True if a place in a file has more than the number of a record. */
    private static boolean isInside(String file, String place) {
        return place.length() > file.length() && numberEnd(file, place) < place.length();
    }

    private static int numberEnd(String file, String place) {
        int end = file.length() + 1;
        while (end < place.length() && place.charAt(end) >= '0' && place.charAt(end) <= '9') {
            end++;
        }
        return end;
    }
}
