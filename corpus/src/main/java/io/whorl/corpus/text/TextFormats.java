package io.whorl.corpus.text;

import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.TextFormat;
import java.util.List;

/** The built-in formats of single documents. */
public final class TextFormats implements FormatProvider {
    /** Those that are archives too, so they must be asked before the containers are. */
    public static List<TextFormat> inArchives() {
        return List.of();
    }

    @Override
    public List<TextFormat> texts() {
        return List.of();
    }
}
