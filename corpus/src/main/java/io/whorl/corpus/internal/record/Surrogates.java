package io.whorl.corpus.internal.record;

/** Repairs strings that JSON escapes can produce but UTF-8 cannot encode. */
final class Surrogates {
    private static final char REPLACEMENT = '\ufffd';

    private Surrogates() {}

    /** Replaces each unpaired surrogate by U+FFFD; returns the same object if there is none. */
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
