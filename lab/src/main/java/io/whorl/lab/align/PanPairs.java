package io.whorl.lab.align;

import io.whorl.lab.collection.Texts;
import io.whorl.lab.passage.AlignedPassages;
import io.whorl.lab.passage.AlignedPassages.Pair;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The pairs of a collection with the layout of PAN's text alignment task. */
public final class PanPairs implements PairSource {
    private final Texts texts;
    private final List<Pair> pairs;
    private final Map<Key, List<Match>> cases = new HashMap<>();

    /** The texts stay open until the pairs are read. */
    public PanPairs(Texts texts, AlignedPassages annotations) {
        this.texts = texts;
        pairs = annotations.pairs();
        for (AlignedPassages.Passage passage : annotations.passages()) {
            cases.computeIfAbsent(
                            new Key(passage.category(), passage.suspicious(), passage.source()),
                            any -> new ArrayList<>())
                    .add(new Match(
                            passage.offset(),
                            passage.offset() + passage.length(),
                            passage.sourceOffset(),
                            passage.sourceOffset() + passage.sourceLength()));
        }
    }

    /** Two documents can be a pair in several categories. */
    private record Key(String category, String suspicious, String source) {}

    @Override
    public int size() {
        return pairs.size();
    }

    @Override
    public TextPair pair(int number) throws IOException {
        Pair pair = pairs.get(number);
        return new TextPair(
                pair.category(),
                text(pair.suspicious()),
                text(pair.source()),
                cases.getOrDefault(new Key(pair.category(), pair.suspicious(), pair.source()), List.of()));
    }

    private String text(String id) throws IOException {
        return new String(texts.text(id), StandardCharsets.UTF_8);
    }
}
