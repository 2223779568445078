package io.whorl.cli.html;

import io.whorl.cli.passages.CheckedText;
import io.whorl.cli.passages.SharingPair;
import java.util.List;

/**
 * What the page of a report shows.
 *
 * @param texts all texts that were compared
 * @param pairs the pairs to show, best first
 * @param total the number of pairs that were found, of which {@code pairs} are the first
 * @param leftOut the documents that cannot share passages: not read, without words, or too short
 * @param notes limits that were reached, in sentences
 */
public record Contents(
        List<CheckedText> texts, List<SharingPair> pairs, int total, List<LeftOut> leftOut, List<String> notes) {
    public Contents {
        texts = List.copyOf(texts);
        pairs = List.copyOf(pairs);
        leftOut = List.copyOf(leftOut);
        notes = List.copyOf(notes);
    }
}
