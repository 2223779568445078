package io.whorl.query;

import io.whorl.cluster.Member;
import java.util.List;

/**
 * Similar documents of a list of ids, such as the results of a search (BGMZ 6).
 *
 * @param representative the id of the member that comes first in the list
 * @param members the members in the order of the list, the representative first. Each has its score with the document
 *     {@link Member#to}: by default the representative, in a component the most similar member
 */
public record Group(String representative, List<Member> members) {
    public Group {
        members = List.copyOf(members);
    }
}
