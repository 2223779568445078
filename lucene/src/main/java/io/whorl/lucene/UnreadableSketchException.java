package io.whorl.lucene;

import io.whorl.WhorlException;

/** Thrown if the doc values of a field are not sketches. */
public final class UnreadableSketchException extends WhorlException {
    private final String field;

    /**
     * @param field the name of the field
     * @param doc the document's number in its segment
     * @param bytes the length of its value
     */
    public UnreadableSketchException(String field, int doc, int bytes) {
        super("field " + field + " of document " + doc + " of a segment holds " + bytes
                + " bytes that are not a sketch; give the name of the field that FingerprintField wrote, or index the"
                + " documents again if the index is older than this release");
        this.field = field;
    }

    public String field() {
        return field;
    }
}
