package io.whorl.text;

import io.whorl.SchemeException;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads the distinct words of a file in any layout, such as a list of stop words. */
public final class WordList {
    private WordList() {}

    /**
     * Returns the stop words of a setting: {@code none}, {@code english}, or those of a file.
     *
     * @param folder of the file
     * @param reading as of {@link #read}
     * @throws IOException as of {@link #read}; also if the file is a directory
     * @throws SchemeException as of {@link #read}; also if the file has no words
     */
    public static Collection<String> stop(String setting, Path folder, TextRules reading) throws IOException {
        return switch (setting) {
            case "none" -> List.of();
            case "english" -> TextRules.ENGLISH_STOP_WORDS;
            default -> {
                Path file = folder.resolve(setting);
                if (Files.isDirectory(file)) {
                    throw new FileSystemException(setting, null, "it is a directory; name a file of words");
                }
                Collection<String> found = read(file, reading);
                if (found.isEmpty()) {
                    throw SchemeException.invalid(file + " contains no words; give a file of stop words");
                }
                yield found;
            }
        };
    }

    /**
     * Reads the words of a file, each once.
     *
     * @param file a text file in UTF-8
     * @param reading the rules of the texts: stop words are folded and split by the same rules
     * @throws IOException if the file cannot be read
     * @throws SchemeException if it is not UTF-8, or has more words than a scheme may hold
     */
    public static SortedSet<String> read(Path file, TextRules reading) throws IOException {
        TextRules plain = new TextRules(
                reading.words(),
                reading.apostrophe(),
                TextRules.Numbers.KEEP,
                1,
                1,
                List.of(),
                Optional.empty(),
                reading.unmask());
        SortedSet<String> found = new TreeSet<>();
        long bytes = 0;
        try (InputStream in = Files.newInputStream(file)) {
            WordReader reader = WordReader.of(plain, false);
            reader.open(in);
            WordBlock block = new WordBlock();
            while (reader.next(block)) {
                if (bytes > Scheme.MOST_LIST_BYTES) {
                    throw SchemeException.invalid(String.format(
                            Locale.ROOT,
                            "%s holds more than %,d bytes of"
                                    + " distinct words, the most that a scheme holds; give fewer words",
                            file,
                            Scheme.MOST_LIST_BYTES));
                }
                for (int k = 0; k < block.count; k++) {
                    int start = block.start(k);
                    int length = block.end[k] - start;
                    bytes += found.add(new String(block.bytes, start, length, StandardCharsets.UTF_8)) ? length + 1 : 0;
                }
            }
            if (reader.malformed() > 0) {
                throw SchemeException.invalid(file + " is not UTF-8: it has " + reader.malformed()
                        + " malformed sequences; save it as UTF-8");
            }
        }
        return found;
    }
}
