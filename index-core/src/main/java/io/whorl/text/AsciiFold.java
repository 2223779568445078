package io.whorl.text;

import io.whorl.scheme.TextRules.Words;

/** The character table's first 128 code points as bytes: the folded character of a word, a space for any other. */
final class AsciiFold {
    /** Entries; those from 128 on are not used, but let any byte be an index without a check. */
    static final int SIZE = 256;

    private AsciiFold() {}

    static byte[] table(Words words) {
        byte[] table = new byte[SIZE];
        for (int c = 0; c < SIZE; c++) {
            int kind = c < 0x80 ? CharacterTable.classOf(c) : CharacterTable.OTHER;
            boolean isWord = kind == CharacterTable.LETTER
                    || kind == CharacterTable.DIGIT && words == Words.ALPHANUMERIC;
            table[c] = (byte) (isWord ? CharacterTable.fold(c) : ' ');
        }
        return table;
    }
}
