package io.whorl.lucene.collapse;

import java.util.List;
import org.apache.lucene.search.ScoreDoc;

/**
 * A kept hit, and the hits that it stands for.
 *
 * @param hit the best hit of the group; a {@link org.apache.lucene.search.FieldDoc} if a sort was given
 * @param others the number of hits that it stands for, without itself: of the examined hits, or of all
 * @param members the first of these, best first, at most {@link CollapseOptions#members}: of the examined hits, or of
 *     all from {@link CollapsingSearch#group}
 */
public record CollapsedGroup(ScoreDoc hit, long others, List<ScoreDoc> members) {
    public CollapsedGroup {
        members = List.copyOf(members);
    }
}
