package io.whorl.lucene.collapse;

import io.whorl.internal.Ranges;

/**
 * How many group keys a document gets, and how selective they are. Similar documents are likely to share a key: at
 * resemblance t, with a probability of about 1 − (1 − t^rows)^bands. So keys find candidates, and never decide.
 *
 * @param bands the number of keys, 1 to 256; 0 for none
 * @param rows the number of hashes that must be equal in an equal key, 1 to 16
 */
public record GroupKeys(int bands, int rows) {
    public static final GroupKeys NONE = new GroupKeys(0, 1);
    /** 16 keys of 2 hashes: 99 % of the pairs of resemblance 0.5 share a key, and 48 % of those of 0.2. */
    public static final GroupKeys DEFAULT = new GroupKeys(16, 2);

    public GroupKeys {
        Ranges.check("bands", bands, 0, 256);
        Ranges.check("rows", rows, 1, 16);
    }
}
