package io.whorl.strategy;

import io.whorl.select.SelectionProvider;
import java.util.List;
import java.util.Optional;

/** The built-in strategies. */
final class BuiltIns {
    static final List<SelectionProvider> ALL = List.of(
            Full.ALL,
            Full.ALL_SUBSTRINGS,
            FirstR.NON_OVERLAPPING,
            FirstR.SLIDING,
            RandomR.PROVIDER,
            RarestInDocument.PROVIDER,
            RarestPrefix.PROVIDER,
            Anchor.PROVIDER,
            KthWord.IN_SENTENCE,
            KthWord.IN_PARAGRAPH,
            KthSentence.PROVIDER,
            Mod.PROVIDER,
            ModBySize.PROVIDER,
            MinS.PROVIDER,
            Winnowing.PROVIDER);

    private BuiltIns() {}

    static Optional<SelectionProvider> find(String name) {
        return ALL.stream().filter(p -> p.name().equals(name)).findFirst();
    }
}
