package io.whorl.scheme;

import java.util.List;

/** Lists of stop words for schemes. A scheme holds the words themselves. */
public final class StopWords {
    /** 116 English function words, folded and sorted. */
    public static final List<String> ENGLISH = List.of("""
            a about above after again all also am an and any are as at be because been before being below
            between both but by can could did do does doing down during each few for from further had has have
            having he her here hers him his how i if in into is it its itself just me more most my no nor not
            now of off on once only or other our out over own same she should so some such than that the their
            them then there these they this those through to too under until up very was we were what when where
            which while who whom why will with would you your
            """.strip().split("\\s+"));

    private StopWords() {}
}
