package io.whorl.text;

import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import io.whorl.text.ReferenceWords.Word;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Reads all words of a document and checks the form of each block. */
final class Reading {
    private Reading() {}

    /** The default rules for words. */
    static TextRules rules() {
        return rules(b -> b);
    }

    static TextRules rules(UnaryOperator<Scheme.Builder> changes) {
        return changes.apply(Scheme.builder()).build().text();
    }

    static List<Word> all(WordReader reader) {
        List<Word> words = new ArrayList<>();
        WordBlock block = new WordBlock();
        try {
            while (reader.next(block)) {
                if (block.count == 0) {
                    throw new AssertionError("next() promised words and gave none");
                }
                for (int k = 0; k < block.count; k++) {
                    if (block.bytes[block.end[k]] != ' ' || block.end[k] <= block.start(k)) {
                        throw new AssertionError("word " + k + " is empty or has no space after it");
                    }
                    String text = new String(
                            block.bytes, block.start(k), block.end[k] - block.start(k), StandardCharsets.UTF_8);
                    words.add(new Word(text, block.breaks[k]));
                }
                // Between calls, the block belongs to the caller, so the reader must not rely on its content.
                Arrays.fill(block.bytes, (byte) '?');
                Arrays.fill(block.breaks, (byte) 3);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        if (block.count != 0) {
            throw new AssertionError("the block at the document's end is not empty");
        }
        return words;
    }

    static List<String> texts(List<Word> words) {
        return words.stream().map(Word::text).toList();
    }

    static List<String> texts(WordReader reader, String text) {
        byte[] utf8 = Texts.utf8(text);
        reader.open(utf8, 0, utf8.length);
        return texts(all(reader));
    }

    /** Returns one to five bytes at a time. */
    static InputStream trickle(byte[] bytes, long seed) {
        Random random = new Random(seed);
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] b, int off, int len) {
                return super.read(b, off, Math.min(len, 1 + random.nextInt(5)));
            }
        };
    }
}
