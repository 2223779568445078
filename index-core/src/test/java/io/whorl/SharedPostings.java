package io.whorl;

import io.whorl.build.SegmentMerge;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Segments some of whose documents share postings. */
public final class SharedPostings {
    private SharedPostings() {}

    /** Families of documents with equal fingerprints, of each such document with a chance of so many in a hundred. */
    public static List<List<String>> families(
            Fingerprinter fingerprinter, Map<String, byte[]> corpus, Random random, int chance) {
        Map<List<Object>, List<String>> byContent = new LinkedHashMap<>();
        corpus.forEach((id, text) -> {
            Fingerprint f = fingerprinter.fingerprint(text);
            if (f.size() > 0 && random.nextInt(100) < chance) {
                List<Object> frequencies =
                        Repeated.list(fingerprinter.scheme().frequencies() ? f.size() : 0, f::frequency);
                byContent
                        .computeIfAbsent(
                                List.of(Arrays.stream(f.toArray()).boxed().toList(), frequencies),
                                c -> new ArrayList<>())
                        .add(id);
            }
        });
        List<List<String>> families = new ArrayList<>(byContent.values());
        families.forEach(f -> Collections.shuffle(f, random));
        return families;
    }

    /** Tells families by their ids, wherever these live. */
    public static SegmentMerge.FamilySource source(List<SealedPart> inputs, Collection<List<String>> families) {
        return to -> {
            for (List<String> family : families) {
                for (String id : family.subList(Math.min(1, family.size()), family.size())) {
                    int firstInput = input(inputs, family.get(0));
                    int input = input(inputs, id);
                    to.alias(firstInput, ordinal(inputs, firstInput, family.get(0)), input, ordinal(inputs, input, id));
                }
            }
        };
    }

    private static int input(List<SealedPart> inputs, String id) {
        return IntStream.range(0, inputs.size())
                .filter(i -> ordinal(inputs, i, id) >= 0)
                .findFirst()
                .orElseThrow();
    }

    private static long ordinal(List<SealedPart> inputs, int input, String id) {
        return inputs.get(input).segment().documents().find(id);
    }

    /** The same documents in another segment, where these share postings. */
    public static Segment with(Segment segment, Collection<List<String>> families, Path file) throws IOException {
        List<SealedPart> inputs = List.of(SealedPart.of(segment));
        new SegmentMerge(inputs, 1 << 20, new ScratchSpace(file.toAbsolutePath().getParent()))
                .families(source(inputs, families))
                .writeTo(file);
        return Segment.open(file);
    }
}
