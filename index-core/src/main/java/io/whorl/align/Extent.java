package io.whorl.align;

/** Where intervals of words lie in a text. */
final class Extent {
    private Extent() {}

    /** The first word of an interval of content words: where a sentence begins there, its first word. */
    private static int firstWord(PreparedText text, int contentFrom) {
        int word = text.wordOf[contentFrom];
        if (text.border[contentFrom]) {
            while (word > 0 && !text.words.sentence[word]) {
                word--;
            }
        }
        return word;
    }

    /** The word after the last one of an interval of content words: where a sentence ends there, after its end. */
    private static int afterLastWord(PreparedText text, int contentTo) {
        int word = text.wordOf[contentTo - 1] + 1;
        if (text.border[contentTo]) {
            while (word < text.words.size() && !text.words.sentence[word]) {
                word++;
            }
        }
        return word;
    }

    /** The words of a box. */
    static Words words(PreparedText a, PreparedText b, Box box) {
        return new Words(
                firstWord(a, box.aFrom()),
                afterLastWord(a, box.aTo()),
                firstWord(b, box.bFrom()),
                afterLastWord(b, box.bTo()));
    }

    /** The span of words, with signs that follow or precede them without white space. */
    static Span of(TextWords text, int from, int to) {
        byte[] utf8 = text.utf8;
        int startByte = text.startByte[from];
        int start = text.startChar[from];
        int low = from == 0 ? 0 : text.endByte[from - 1];
        while (startByte > low && !isSpace(utf8[startByte - 1])) {
            startByte--;
            start -= isContinuation(utf8[startByte]) ? 0 : 1;
        }
        int endByte = text.endByte[to - 1];
        int end = text.endChar[to - 1];
        int high = to == text.size() ? utf8.length : text.startByte[to];
        while (endByte < high && !isSpace(utf8[endByte])) {
            end += isContinuation(utf8[endByte]) ? 0 : 1;
            endByte++;
        }
        return new Span(start, end, startByte, endByte);
    }

    private static boolean isSpace(byte b) {
        return b >= 0 && b <= ' ';
    }

    private static boolean isContinuation(byte b) {
        return (b & 0xC0) == 0x80;
    }
}
