package io.whorl.lab.grid;

import io.whorl.lab.model.LabException;
import io.whorl.scheme.StopWords;
import io.whorl.scheme.TextRules;
import io.whorl.text.WordList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/** Reads the setting stop: english, or a file of words. */
final class StopWordsText {
    private StopWordsText() {}

    /** @param reading the text rules, because stop words are folded and split like the text */
    static Collection<String> words(String stop, Path folder, TextRules reading) throws IOException {
        if (stop.equals("english")) {
            return StopWords.ENGLISH;
        }
        Path file = folder.resolve(stop);
        if (!Files.isRegularFile(file)) {
            throw new LabException(
                    "stop is '" + stop + "'; it must be none, english or a file, and there is no file " + file);
        }
        Collection<String> found = WordList.read(file, reading);
        if (found.isEmpty()) {
            throw new LabException("stop is '" + stop + "', but " + file + " holds no words");
        }
        return found;
    }
}
