package io.whorl.lab.experiment.ferret;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.experiment.ferret.Doctored.Room;
import io.whorl.lab.model.FigureTable;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares figures with those counted by hand. */
class FerretTest {
    private static final double EXACT = 1e-12;

    private final Trigrams trigrams = new Trigrams();
    private final Paper a = trigrams.paper("a", "One two three, four!");
    private final Paper b = trigrams.paper("b", "one two three five");
    private final Paper c = trigrams.paper("c", "x y z x y z x");

    @Test
    void trigramsAreCounted() {
        TrigramCounts counts = TrigramCounts.of(List.of(a, b, c));
        assertEquals(15, counts.words());
        assertEquals(7, counts.longest());
        assertEquals(7 / 3.0, counts.meanDistinct(), EXACT);
        assertEquals((100 + 100 + 100 / 3.0) / 3, counts.meanOnce(), 1e-9);
        assertEquals(6, counts.distinct());
        assertEquals(3, counts.once());
        assertEquals(5, counts.inOneText());
        assertEquals(50, counts.percentOnce(), EXACT);
    }

    @Test
    void resemblanceAndContainmentAreComputed() {
        Resemblances pairs = Resemblances.of(List.of(a, b, c));
        assertEquals(3, pairs.pairs().size());
        assertEquals(1 / 3.0, pairs.highest().orElseThrow(), EXACT);
        assertEquals("a, b", pairs.highestPair());
        assertEquals(1, pairs.above(0.33));
        assertEquals(0, pairs.above(1 / 3.0));
        assertEquals(0.5, new Source(List.of(b, c)).containment(a), EXACT);
        assertEquals(0, new Source(List.of(a, b)).containment(trigrams.paper("short", "one two")), EXACT);
    }

    @Test
    void doctoredTextHasHalfOfAnother() {
        Paper source = trigrams.paper("source", "a b c d e f g h");
        Paper target = trigrams.paper("target", "k l m n o p q r s t");
        assertTrue(Doctored.suits(source, target));
        assertFalse(Doctored.suits(source, trigrams.paper("long", "k l m n o p q r s t u")));
        Doctored half = Doctored.of(source, target, Room.HALF, trigrams);
        assertEquals("a b c d p q r s t", String.join(" ", half.made().tokens()));
        assertEquals(2 / 11.0, half.resemblance(), EXACT);
        Doctored asMuch = Doctored.of(source, target, Room.AS_MUCH, trigrams);
        assertEquals("a b c d o p q r s t", String.join(" ", asMuch.made().tokens()));
        assertEquals(2 / 12.0, asMuch.resemblance(), EXACT);
    }

    @Test
    void selectedPapersAreEvenlySpaced() {
        List<Paper> papers = IntStream.range(0, 81)
                .mapToObj(i -> trigrams.paper("" + i, "a b c"))
                .toList();
        List<Paper> nine = Spaced.of(papers, 9, 4);
        assertEquals(
                List.of("4", "13", "22", "31", "40", "49", "58", "67", "76"),
                nine.stream().map(Paper::id).toList());
        assertEquals(72, Spaced.without(papers, nine).size());
        assertEquals(81, Baseline.allSpacings(papers).size());
        assertEquals(1, Spaced.count(3, 9));
    }

    @Test
    void smallestCollectionHasTables() {
        List<FigureTable> tables = Ferret.tables(Map.of("all 2", List.of(a, b)), trigrams);
        assertEquals("2", tables.get(0).cell("texts", "all 2"));
        assertEquals("0.3333", tables.get(1).cell("highest R", "all 2"));
        assertEquals("1", tables.get(2).cell("doctored files", "all 2"));
        assertEquals("0.500", tables.get(3).cell("lowest C", "all 2"));
        assertEquals("2", tables.get(3).cell("files, taken out in every such way", "all 2"));
    }
}
