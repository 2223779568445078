package io.whorl.bench.lab.grid;

import io.whorl.bench.lab.model.LabException;
import io.whorl.scheme.StopWords;
import io.whorl.scheme.TextRules;
import io.whorl.text.WordBlock;
import io.whorl.text.WordReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** What the setting stop names: english, or a file of words. */
final class StopWordsText {
    private StopWordsText() {}

    /** @param reading how the text's words are made, for a stop word must be folded and cut as they are */
    static Collection<String> words(String stop, Path folder, TextRules reading) throws IOException {
        if (stop.equals("english")) {
            return StopWords.ENGLISH;
        }
        Path file = folder.resolve(stop);
        if (!Files.isRegularFile(file)) {
            throw new LabException("stop is '" + stop + "'; it must be none, english or a file, and there is no file " + file);
        }
        TextRules plain = new TextRules(TextRules.Markup.NONE, reading.words(), reading.apostrophe(),
                TextRules.Numbers.KEEP, 1, 1, List.of(), Optional.empty());
        Collection<String> found = new TreeSet<>();
        try (InputStream in = Files.newInputStream(file)) {
            WordReader reader = WordReader.of(plain, false);
            reader.open(in);
            WordBlock block = new WordBlock();
            while (reader.next(block)) {
                for (int k = 0; k < block.count; k++) {
                    int start = block.start(k);
                    found.add(new String(block.bytes, start, block.end[k] - start, StandardCharsets.UTF_8));
                }
            }
        }
        if (found.isEmpty()) {
            throw new LabException("stop is '" + stop + "', but " + file + " holds no words");
        }
        return found;
    }
}
