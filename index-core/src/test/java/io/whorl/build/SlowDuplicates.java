package io.whorl.build;

import io.whorl.bulk.Duplicates;
import io.whorl.bulk.RepeatedIds;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.text.WordBlock;
import io.whorl.text.WordReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Computes the expected result of a build from the arriving documents, by the definitions. */
final class SlowDuplicates {
    record Arrival(String id, byte[] text) {}

    /** The documents that are kept, in the order of arrival. */
    final Map<String, byte[]> kept = new LinkedHashMap<>();
    /** For each duplicate, by kind and id, the first document that it equals. */
    final Map<String, String> firsts = new HashMap<>();

    final long[] counts = new long[3];
    long repeatedIds;
    long tooShort;

    SlowDuplicates(Scheme scheme, List<Arrival> all, RepeatedIds rule, Duplicates duplicates, long minDocument) {
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        List<Arrival> arrivals = new ArrayList<>(all);
        for (int i = all.size() - 1; i >= 0; i--) {
            List<Arrival> others = rule == RepeatedIds.FIRST ? all.subList(0, i) : all.subList(i + 1, all.size());
            String id = all.get(i).id;
            if (others.stream().anyMatch(other -> other.id.equals(id))) {
                arrivals.remove(i);
                repeatedIds++;
            }
        }
        List<Map<String, String>> seen = List.of(new HashMap<>(), new HashMap<>(), new HashMap<>());
        for (Arrival a : arrivals) {
            Fingerprint fingerprint = fingerprinter.fingerprint(a.text);
            if (fingerprint.words() < minDocument) {
                tooShort++;
                continue;
            }
            List<String> forms = new ArrayList<>(
                    List.of(new String(a.text, StandardCharsets.ISO_8859_1), canonical(scheme, a.text)));
            if (fingerprint.size() > 0) {
                forms.add(minutiae(fingerprint));
            }
            int equal = 3;
            for (int kind = forms.size() - 1; kind >= 0; kind--) {
                String first = seen.get(kind).putIfAbsent(forms.get(kind), a.id);
                equal = first != null ? kind : equal;
                firsts.put(Duplicates.Kind.values()[kind] + a.id, first);
            }
            if (equal < 3) {
                counts[equal]++;
            }
            if (duplicates.kind().isEmpty() || equal > duplicates.kind().get().ordinal()) {
                kept.put(a.id, a.text);
            }
        }
        if (!duplicates.sought()) {
            Arrays.fill(counts, 0);
        }
    }

    private static String canonical(Scheme scheme, byte[] text) {
        boolean sentences = scheme.chunking().unit() != Chunking.Unit.WORD;
        WordReader reader = WordReader.of(scheme.text(), sentences);
        reader.open(text, 0, text.length);
        WordBlock block = new WordBlock();
        StringBuilder form = new StringBuilder();
        try {
            while (reader.next(block)) {
                for (int k = 0; k < block.count; k++) {
                    String word = new String(
                            block.bytes, block.start(k), block.end[k] - block.start(k), StandardCharsets.UTF_8);
                    form.append(sentences ? block.breaks[k] : 0)
                            .append(':')
                            .append(word)
                            .append(' ');
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return form.toString();
    }

    private static String minutiae(Fingerprint fingerprint) {
        StringBuilder form = new StringBuilder();
        for (int i = 0; i < fingerprint.size(); i++) {
            form.append(fingerprint.minutia(i))
                    .append('*')
                    .append(fingerprint.frequency(i))
                    .append(' ');
        }
        return form.toString();
    }
}
