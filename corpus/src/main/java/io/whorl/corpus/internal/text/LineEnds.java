package io.whorl.corpus.internal.text;

/** Unifies line ends, which are one character, two or another one in documents of other systems. */
final class LineEnds {
    private LineEnds() {}

    /** Replaces each end of a line by a newline. If the text is mapped, its origins learn of it. */
    static String unified(String text, ProseBuilder out) {
        if (text.indexOf('\r') < 0) {
            return text;
        }
        String unified = text.replace("\r\n", "\n").replace('\r', '\n');
        if (out.isMapped()) {
            out.origins().readsThrough(places(text, unified.length()));
        }
        return unified;
    }

    /** The place of each unified character, and of the end. */
    private static int[] places(String text, int length) {
        int[] places = new int[length + 1];
        int at = 0;
        for (int i = 0; i < length; i++) {
            places[i] = at;
            at += text.startsWith("\r\n", at) ? 2 : 1;
        }
        places[length] = at;
        return places;
    }
}
