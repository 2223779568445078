package io.whorl.cli.option;

import io.whorl.cli.console.FailedException;
import io.whorl.scheme.StopWords;
import io.whorl.scheme.TextRules;
import io.whorl.text.WordList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** Resolves {@code --stop}: no words, the list for English, or the words of a file. */
final class StopWordsOption {
    private StopWordsOption() {}

    /** @param reading the rules of the texts: a stop word must be folded and cut in the same way as their words */
    static Collection<String> words(String stop, TextRules reading) throws IOException {
        return switch (stop) {
            case "none" -> List.of();
            case "english" -> StopWords.ENGLISH;
            default -> ofFile(Path.of(stop), reading);
        };
    }

    private static Collection<String> ofFile(Path file, TextRules reading) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new NoSuchFileException(file.toString());
        }
        Collection<String> found = WordList.read(file, reading);
        if (found.isEmpty()) {
            throw new FailedException("--stop " + file + ": the file contains no words");
        }
        return found;
    }
}
