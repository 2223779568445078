package io.whorl.corpus.record;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.Reading;
import java.io.IOException;
import java.util.Locale;

/** JSON lines, arrays of objects, and objects one after another. */
final class JsonFormat implements ContainerFormat {
    @Override
    public String name() {
        return "json";
    }

    @Override
    public boolean recognises(Head head) {
        return isLines(head.name());
    }

    static boolean isLines(String name) {
        String lower = name.toLowerCase(Locale.ROOT).replaceFirst("\\.(gz|bz2|xz|zst)$", "");
        return lower.endsWith(".jsonl") || lower.endsWith(".ndjson");
    }

    @Override
    public PartReader open(Part whole, Reading reading) throws IOException {
        return new JsonParts(whole, new LineStream(ByteOrderMark.passedOver(whole.body())), reading);
    }
}
