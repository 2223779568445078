package io.whorl.pairs;

import io.whorl.store.DocumentLists;

/** Iterates over all lists of a segment in the order of the file. One thread at a time. */
public final class ListWalk {
    private final DocumentLists lists;
    private DocumentLists.Cursor cursor;
    private long place = -1;
    private long end;

    ListWalk(DocumentLists lists) {
        this.lists = lists;
    }

    /** Receives each list. */
    public interface Visitor {
        /**
         * @param place the place of the list
         * @param documents a cursor before the first document, which need not be read to the end
         */
        void list(long place, DocumentLists.Cursor documents);
    }

    public static void forEach(DocumentLists lists, Visitor visitor) {
        for (ListWalk walk = new ListWalk(lists); walk.next(); ) {
            visitor.list(walk.place, walk.cursor);
        }
    }

    /** Moves to the next list; false at the end. */
    boolean next() {
        if (place >= 0) {
            while (cursor.next()) {
                // The next list starts where this one ends.
            }
            end = cursor.end();
        }
        if (end >= lists.length()) {
            return false;
        }
        place = end;
        if (cursor == null) {
            cursor = lists.cursor(place);
        } else {
            cursor.open(place);
        }
        return true;
    }

    long place() {
        return place;
    }

    /** The documents of the list, before the first. */
    DocumentLists.Cursor cursor() {
        return cursor;
    }
}
