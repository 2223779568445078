package io.whorl.cli.html;

import java.util.List;

/**
 * Documents that a report does not compare, for one reason.
 *
 * @param reason the reason, in words for a reader of the page
 * @param unread true if they may have text that could not be read
 * @param count their number
 * @param names the first of them, with details
 */
public record LeftOut(String reason, boolean unread, long count, List<String> names) {
    public LeftOut {
        names = List.copyOf(names);
    }
}
