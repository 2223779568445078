package io.whorl.cli.dedup;

import io.whorl.cli.option.ParagraphOptions.ParagraphRule;
import io.whorl.cli.option.ParagraphOptions.Unit;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import io.whorl.text.WordBlock;
import io.whorl.text.WordReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * The paragraphs of a text that are long enough to be compared.
 *
 * @param count their number
 * @param all the number of all paragraphs
 * @param words the number of words of the text
 * @param from the first byte of each
 * @param to the end of each, exclusive, with the line ends after it
 * @param length the words of each
 * @param digests two longs of each: equal paragraphs have equal words after the folding of letters, and SHA-256 of
 *     these is cut to 128 bits
 */
record Paragraphs(int count, int all, long words, int[] from, int[] to, int[] length, long[] digests) {
    private static final ThreadLocal<Splitter> SPLITTERS = ThreadLocal.withInitial(Splitter::new);

    /** Splits a text. Thread-safe. */
    static Paragraphs of(byte[] utf8, ParagraphRule rule) throws IOException {
        return SPLITTERS.get().split(utf8, rule);
    }

    private static final class Splitter {
        private static final TextRules RULES = Scheme.builder().build().text();

        private final WordReader reader = WordReader.of(RULES, false);
        private final WordBlock block = new WordBlock();
        private final MessageDigest sha;
        private int count;
        private int all;
        private long words;
        private int[] from = new int[16];
        private int[] to = new int[16];
        private int[] length = new int[16];
        private long[] digests = new long[32];

        Splitter() {
            try {
                sha = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }

        Paragraphs split(byte[] utf8, ParagraphRule rule) throws IOException {
            count = 0;
            all = 0;
            words = 0;
            int start = 0;
            while (start < utf8.length) {
                int end = rule.unit() == Unit.LINES ? lineEnd(utf8, start) : blockEnd(utf8, start);
                add(utf8, start, end, rule.minWords());
                start = end;
            }
            return new Paragraphs(
                    count,
                    all,
                    words,
                    Arrays.copyOf(from, count),
                    Arrays.copyOf(to, count),
                    Arrays.copyOf(length, count),
                    Arrays.copyOf(digests, 2 * count));
        }

        private static int lineEnd(byte[] utf8, int start) {
            int at = start;
            while (at < utf8.length && utf8[at] != '\n') {
                at++;
            }
            return Math.min(utf8.length, at + 1);
        }

        /** The end of the lines up to the next one that follows a blank one. */
        private static int blockEnd(byte[] utf8, int start) {
            int at = start;
            boolean text = false;
            boolean blank = false;
            while (at < utf8.length) {
                int end = lineEnd(utf8, at);
                boolean isBlank = isBlank(utf8, at, end);
                if (!isBlank && text && blank) {
                    return at;
                }
                text |= !isBlank;
                blank = isBlank;
                at = end;
            }
            return at;
        }

        private static boolean isBlank(byte[] utf8, int start, int end) {
            for (int i = start; i < end; i++) {
                if (utf8[i] != ' ' && utf8[i] != '\t' && utf8[i] != '\r' && utf8[i] != '\n') {
                    return false;
                }
            }
            return true;
        }

        private void add(byte[] utf8, int start, int end, int minWords) throws IOException {
            int here = 0;
            sha.reset();
            reader.open(utf8, start, end);
            while (reader.next(block)) {
                here += block.count;
                // A space follows each word, so different words have different bytes.
                sha.update(block.bytes, 0, block.end[block.count - 1] + 1);
            }
            words += here;
            all += here > 0 ? 1 : 0;
            if (here < minWords) {
                return;
            }
            if (count == from.length) {
                from = Arrays.copyOf(from, 2 * count);
                to = Arrays.copyOf(to, 2 * count);
                length = Arrays.copyOf(length, 2 * count);
                digests = Arrays.copyOf(digests, 4 * count);
            }
            ByteBuffer digest = ByteBuffer.wrap(sha.digest());
            from[count] = start;
            to[count] = end;
            length[count] = here;
            digests[2 * count] = digest.getLong();
            digests[2 * count + 1] = digest.getLong();
            count++;
        }
    }
}
