package io.whorl.corpus.internal.record;

/** Strings that JSON escapes can make but UTF-8 cannot hold. */
final class Surrogates {
    private static final char REPLACEMENT = '\ufffd';

    private Surrogates() {}

    /** The string with U+FFFD for every surrogate without its partner; the same object if there is none. */
    static String replaceLone(String s) {
        char[] fixed = null;
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            if (Character.isHighSurrogate(c) && i + 1 < s.length() && Character.isLowSurrogate(s.charAt(i + 1))) {
                i++;
                continue;
            }
            fixed = fixed == null ? s.toCharArray() : fixed;
            fixed[i] = REPLACEMENT;
        }
        return fixed == null ? s : new String(fixed);
    }
}
