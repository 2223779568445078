package io.whorl.bench.data;

import io.whorl.corpus.Document;
import io.whorl.write.NewDocument;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Documents of a thousand words, cut from the text of a collection. At its end they start again at other positions, so
 * that documents are copies of each other only if the text itself repeats.
 */
public final class ThousandWords {
    private static final int WORDS = 1_000;

    private final List<NewDocument> cut = new ArrayList<>();
    private final ByteArrayOutputStream piece = new ByteArrayOutputStream();
    private final int count;
    private int words;

    private ThousandWords(int count) {
        this.count = count;
    }

    /** Returns so many documents with distinct ids. */
    public static List<NewDocument> of(TextCollection collection, int count) {
        if (collection.documents().stream().allMatch(d -> TextCollection.words(d.utf8()) == 0)) {
            throw new IllegalArgumentException("collection " + collection.name() + " has no words");
        }
        ThousandWords cutting = new ThousandWords(count);
        while (!cutting.enough()) {
            for (Document document : collection.documents()) {
                cutting.cut(document.utf8());
                if (cutting.enough()) {
                    break;
                }
            }
        }
        return List.copyOf(cutting.cut);
    }

    private boolean enough() {
        return cut.size() == count;
    }

    private void cut(byte[] text) {
        boolean inside = false;
        for (byte b : text) {
            boolean letter = TextCollection.letter(b);
            if (inside && !letter && ++words >= WORDS) {
                end();
                if (enough()) {
                    return;
                }
            }
            inside = letter;
            piece.write(b);
        }
        words += inside ? 1 : 0;
        piece.write('\n');
    }

    private void end() {
        cut.add(new NewDocument("piece-" + cut.size(), piece.toByteArray()));
        piece.reset();
        words = 0;
    }
}
