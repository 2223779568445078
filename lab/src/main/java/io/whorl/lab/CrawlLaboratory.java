package io.whorl.lab;

import com.sun.management.OperatingSystemMXBean;
import io.whorl.agrona.collections.LongHashSet;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.Survivors;
import io.whorl.lab.Columns.FigureTable;
import io.whorl.lab.Columns.Figures;
import io.whorl.lab.LabIndex.WhorlIndex;
import io.whorl.lab.SignatureIndex.MinHashBands;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes a crawl with known copies, and judges what a deduplication drops of it. Two pages are of one group if one is a
 * version of the other. A dropped page is lost if it is of another group than the page that is kept for it.
 */
public record CrawlLaboratory(MadeCrawl crawl, int threads) {
    /** The threshold of the MinHash signatures: the default of text-dedup. */
    private static final double RIVAL_THRESHOLD = 0.7;

    /** The frame of a site of so few pages may be a text of theirs. */
    private static final int SMALL = 10;

    public record Row(String system, double seconds, Judged judged) {}

    private record Dropped(String drop, String keep) {}

    /** Why a page is lost: for one of the same site, of the same small site, for or as a hub, or for another. */
    enum Loss {
        FRAME("lost: frame"),
        SMALL_SITE("small site"),
        HUB("hub"),
        OTHER("other");

        private final String title;

        Loss(String title) {
            this.title = title;
        }
    }

    /** Drops by a default of Whorl. The processor time is that of indexing and comparing. */
    public Row whorl(String system, SimilarityOptions options) throws IOException {
        long before = processor();
        Map<String, String> dropped = new HashMap<>();
        Scheme scheme = Preset.NEAR_DUPLICATES.scheme().build();
        return WhorlIndex.ask(scheme, crawl.documents(), threads, index -> {
            try (Survivors survivors = index.survivors(options.threads(threads))) {
                survivors.forEachRemaining(d -> dropped.put(d.drop(), d.keep()));
            }
            return row(system, before, dropped);
        });
    }

    /** Drops all but the first page of each component of pages whose MinHash signatures agree in a band. */
    public Row minHash(int hashes) throws IOException {
        MinHashBands.Shape shape = MinHashBands.Shape.of(RIVAL_THRESHOLD, hashes);
        long before = processor();
        MinHashBands bands = new MinHashBands(crawl.documents(), hashes, MadeCrawl.SHINGLE, threads);
        String system = "minhash, " + shape.bands() + " bands of " + shape.rows();
        return row(system, before, bands.components(shape));
    }

    private static long processor() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private Row row(String system, long before, Map<String, String> dropped) {
        return new Row(system, (processor() - before) / 1e9, judge(dropped));
    }

    /** Judges JSON lines that {@code whorl dedup} has written. */
    public Row judge(Path lines) throws IOException {
        Map<String, String> dropped = new HashMap<>();
        Folders.jsonLines(lines, Dropped.class, each -> dropped.put(each.drop, each.keep));
        return new Row(lines.toString(), Double.NaN, judge(dropped));
    }

    private Judged judge(Map<String, String> dropped) {
        Judged judged = new Judged();
        Map<String, MadeCrawl.Page> pages =
                crawl.pages.stream().collect(Collectors.toMap(page -> page.id, page -> page));
        Map<Optional<?>, Long> sites = counts(page -> page.site);
        Map<Integer, Long> lostOf = new HashMap<>();
        dropped.forEach((id, kept) -> {
            MadeCrawl.Page drop = pages.get(id);
            MadeCrawl.Page keep = pages.get(kept);
            if (drop == null || keep == null) {
                throw new LabException(
                        "the crawl has no " + new Dropped(id, kept) + "; give the seed and the size that made it");
            }
            if (drop.group != keep.group) {
                lostOf.merge(drop.group, 1L, Long::sum);
                boolean frame = drop.site.isPresent() && drop.site.equals(keep.site);
                Loss loss = drop.hub || keep.hub
                        ? Loss.HUB
                        : !frame ? Loss.OTHER : sites.get(drop.site) > SMALL ? Loss.FRAME : Loss.SMALL_SITE;
                judged.lost[loss.ordinal()]++;
            }
        });
        Map<Integer, Long> sizes = counts(page -> page.group);
        judged.lostGroups = lostOf.entrySet().stream()
                .filter(lost -> lost.getValue().equals(sizes.get(lost.getKey())))
                .count();
        for (MadeCrawl.Page page : crawl.pages) {
            if (page.of.isPresent()) {
                boolean found = dropped.containsKey(page.id) || dropped.containsKey(page.of.get().id);
                judged.add(Math.min(page.whole, page.content), found ? 1 : 0);
                judged.contents += page.content >= 0.8 ? 1 : 0;
                judged.foundContents += page.content >= 0.8 && found ? 1 : 0;
            }
        }
        return judged;
    }

    private <K> Map<K, Long> counts(Function<MadeCrawl.Page, K> key) {
        return crawl.pages.stream().collect(Collectors.groupingBy(key, Collectors.counting()));
    }

    /** What a system drops rightly, and what it loses. */
    public static final class Judged {
        private static final int BANDS = 5;

        private final int[] found = new int[BANDS];
        private final int[] planted = new int[BANDS];
        /** For each reason, the pages that are lost. */
        final int[] lost = new int[Loss.values().length];

        private long lostGroups;
        private int contents;
        private int foundContents;

        private void add(double resemblance, int n) {
            int band = Math.min(BANDS - 1, (int) Math.floor(resemblance * 10) - BANDS);
            if (band >= 0) {
                planted[band]++;
                found[band] += n;
            }
        }

        /** The share of the versions of a band that is dropped, or whose original is; the bands begin at .5, .6, … */
        public double recall(int band) {
            return (double) found[band] / planted[band];
        }
    }

    public FigureTable table(List<Row> rows) {
        Columns<Row> columns = new Columns<Row>().add("system", Row::system);
        for (int band = 0; band < Judged.BANDS; band++) {
            int of = band;
            columns.add("." + (Judged.BANDS + of), 3, row -> row.judged.recall(of));
        }
        columns.add("contents .8", row -> Figures.share(row.judged.foundContents, row.judged.contents, 3));
        for (Loss loss : Loss.values()) {
            columns.add(loss.title, row -> row.judged.lost[loss.ordinal()]);
        }
        return columns.add("lost groups", row -> row.judged.lostGroups)
                .add("processor s", 1, Row::seconds)
                .add("MB/s", 1, row -> crawl.bytes / 1e6 / row.seconds)
                .table(
                        "crawl",
                        rows,
                        crawl.pages.size(),
                        crawl.pages.stream()
                                .filter(page -> page.site.isPresent())
                                .count(),
                        crawl.pages.stream().filter(page -> page.of.isPresent()).count(),
                        SMALL);
    }

    /**
     * A crawl of a seed: pages of four scripts, 60 % of them of content of their own, the others copies and versions of
     * a page. Half of the pages are in the frames of sites of 2 to 2,000 pages: navigation, section, footer and cookie
     * notice. Some sites have little else on their pages. Hubs quote the beginnings of many pages.
     */
    public static final class MadeCrawl {
        static final int SHINGLE = 5;
        private static final int VOCABULARY = 30_000;
        private static final int PHRASES = 500;
        private static final int LARGEST_SITE = 2_000;
        private static final int NOTICES = 5;
        /** The pages of a group are versions of its first; one group has many. */
        private static final int MANY = 300;

        private final Random random;
        private final List<Page> pages = new ArrayList<>();
        private final long bytes;
        private final List<int[][]> phrases = new ArrayList<>();
        private final List<int[][]> notices = new ArrayList<>();

        private enum Script {
            LATIN("aeiou", "bcdfghklmnprstvw"),
            CYRILLIC("аеиоу", "бвгдзклмнпрст"),
            CHINESE("", ""),
            KOREAN("", "");

            private final String vowels;
            private final String consonants;

            Script(String vowels, String consonants) {
                this.vowels = vowels;
                this.consonants = consonants;
            }

            /** The word of a rank. In Chinese it is one character, and there is no space after it. */
            private String word(int rank) {
                if (this == CHINESE) {
                    return Character.toString(0x4E00 + rank % 6_000);
                }
                StringBuilder word = new StringBuilder();
                for (int rest = rank + 1; rest > 0; ) {
                    if (this == KOREAN) {
                        word.append((char) (0xAC00 + rest % 180 * 61));
                        rest /= 180;
                    } else {
                        word.append(consonants.charAt(rest % consonants.length()));
                        rest /= consonants.length();
                        word.append(vowels.charAt(rest % vowels.length()));
                        rest /= vowels.length();
                    }
                }
                return word.toString();
            }
        }

        /** The frame of a site. Each page is in one of its sections. */
        private record Site(int number, int[] navigation, int[][] sections, int[] footer) {}

        /** A page, and what it is a version of, with the resemblances by five words. */
        private static final class Page {
            private Script script;
            private int[] words;
            private Optional<Site> site;
            private int section;
            private int group;
            private boolean hub;
            private Optional<Page> of = Optional.empty();
            private double whole;
            private double content;
            private String id = "";

            private int[] framed() {
                return site.isEmpty()
                        ? words
                        : joined(site.get().navigation, site.get().sections[section], words, site.get().footer);
            }
        }

        /** Makes the pages, at least one for each group of a site; the size is that of their texts. */
        public MadeCrawl(long seed, long megabytes) {
            random = new Random(seed);
            for (Script script : Script.values()) {
                phrases.add(IntStream.range(0, PHRASES)
                        .mapToObj(i -> words(script, 5 + random.nextInt(8)))
                        .toArray(int[][]::new));
                notices.add(IntStream.range(0, NOTICES)
                        .mapToObj(i -> words(script, between(40, 100)))
                        .toArray(int[][]::new));
            }
            long made = 0;
            for (int sites = 0; made < megabytes * 1_000_000; sites++) {
                int first = pages.size();
                makeSite(sites, megabytes);
                made += pages.subList(first, pages.size()).stream()
                        .mapToLong(page -> text(page).length)
                        .sum();
            }
            bytes = made;
            Collections.shuffle(pages, random);
            for (int i = 0; i < pages.size(); i++) {
                pages.get(i).id = String.format(Locale.ROOT, "%08d", i);
            }
        }

        private void makeSite(int number, long megabytes) {
            Script script = Script.values()[Math.max(0, random.nextInt(7) - 3)];
            int[][] sections = new int[between(1, 4)][];
            Arrays.setAll(sections, i -> words(script, between(5, 50)));
            Site site = new Site(
                    number,
                    words(script, between(30, 120)),
                    sections,
                    joined(words(script, between(20, 80)), notices.get(script.ordinal())[random.nextInt(NOTICES)]));
            boolean thin = random.nextInt(4) == 0;
            // A crawl of few megabytes has no site that is most of it.
            int largest = (int) Math.min(LARGEST_SITE, 60 * megabytes);
            int size = number == 0 ? largest : logarithmic(2, largest);
            for (int i = 0; i < size; i++) {
                int length = thin ? between(20, 90) : logarithmic(30, 1_500);
                plant(page(script, words(script, length), Optional.of(site)), false, megabytes);
            }
            for (int i = 0; i < size * 4 / 5; i++) {
                Page page = page(script, words(script, logarithmic(30, 1_500)), Optional.empty());
                if (i % 50 == 49) {
                    page.hub = true;
                    page.words = hub(script);
                }
                plant(page, number == 1 && i == 0, megabytes);
            }
        }

        private int between(int least, int most) {
            return least + random.nextInt(most - least + 1);
        }

        private int logarithmic(int least, int most) {
            return (int) (least * Math.pow((double) most / least, random.nextDouble()));
        }

        private static int[] joined(int[]... parts) {
            return Arrays.stream(parts).flatMapToInt(Arrays::stream).toArray();
        }

        /** Words by Zipf's law, with phrases that many pages have. */
        private int[] words(Script script, int n) {
            int[] words = new int[n];
            for (int i = 0; i < n; i++) {
                if (phrases.size() > script.ordinal() && random.nextInt(80) == 0) {
                    int[] phrase = phrases.get(script.ordinal())[logarithmic(1, PHRASES) - 1];
                    for (int j = 0; j < phrase.length && i + j < n; j++) {
                        words[i + j] = phrase[j];
                    }
                    i += phrase.length - 1;
                } else {
                    words[i] = script.ordinal() * VOCABULARY + logarithmic(1, VOCABULARY);
                }
            }
            return words;
        }

        private int[] hub(Script script) {
            List<Page> quoted = pages.subList(Math.max(0, pages.size() - 1_000), pages.size());
            int[][] parts = new int[between(10, 40)][];
            Arrays.setAll(parts, i -> {
                int[] words = quoted.get(random.nextInt(quoted.size())).words;
                return joined(Arrays.copyOf(words, Math.min(30, words.length)), words(script, 5));
            });
            return joined(parts);
        }

        private Page page(Script script, int[] words, Optional<Site> site) {
            Page page = new Page();
            page.script = script;
            page.words = words;
            page.site = site;
            page.section = site.map(s -> random.nextInt(s.sections.length)).orElse(0);
            page.group = pages.size();
            pages.add(page);
            return page;
        }

        /** Adds copies and versions of a page. */
        private void plant(Page of, boolean many, long megabytes) {
            double chance = random.nextDouble();
            int versions = chance < 0.6 ? 0 : chance < 0.85 ? 1 : chance < 0.93 ? 2 : between(3, 4);
            if (many) {
                versions = (int) Math.min(MANY, 6 * megabytes);
            }
            for (int i = 0; i < versions; i++) {
                boolean exact = !many && random.nextInt(5) == 0;
                double resemblance = (many ? 0.8 : 0.5) + (many ? 0.2 : 0.5) * random.nextDouble();
                Optional<Site> site = of.site;
                if (!exact && random.nextInt(5) < 2) {
                    site = random.nextBoolean() ? Optional.empty() : pages.get(random.nextInt(pages.size())).site;
                }
                Page page = page(of.script, exact ? of.words : edited(of.script, of.words, resemblance), site);
                page.section = site.equals(of.site) ? of.section : page.section;
                page.group = of.group;
                page.hub = of.hub;
                page.of = Optional.of(of);
                page.whole = resemblance(page.framed(), of.framed());
                page.content = resemblance(page.words, of.words);
            }
        }

        /** Changes scattered words, adds, cuts or replaces a passage, so that the resemblance is about this. */
        private int[] edited(Script script, int[] words, double r) {
            int n = words.length;
            int kind = random.nextInt(5);
            if (kind < 2) {
                double change = 1 - Math.pow(2 * r / (1 + r), 1.0 / SHINGLE);
                return Arrays.stream(words)
                        .map(w -> random.nextDouble() < change ? words(script, 1)[0] : w)
                        .toArray();
            }
            int part = (int) (kind == 2 ? n * (1 / r - 1) : kind == 3 ? n * (1 - r) : n * (1 - r) / (1 + r));
            int from = random.nextInt(kind == 2 ? n + 1 : n - part + 1);
            int[] own = kind == 3 ? new int[0] : words(script, part);
            return joined(
                    Arrays.copyOf(words, from),
                    own,
                    Arrays.copyOfRange(words, Math.min(n, kind == 2 ? from : from + part), n));
        }

        private static double resemblance(int[] a, int[] b) {
            LongHashSet one = shingles(a);
            LongHashSet two = shingles(b);
            long all = one.size() + (long) two.size();
            one.removeAll(two);
            // The rest of one is not in the other.
            long union = one.size() + (long) two.size();
            return union == 0 ? 0 : (double) (all - union) / union;
        }

        private static LongHashSet shingles(int[] words) {
            LongHashSet set = new LongHashSet();
            for (int i = 0; i + SHINGLE <= words.length; i++) {
                long hash = 0;
                for (int j = 0; j < SHINGLE; j++) {
                    hash = (hash ^ words[i + j]) * 0x9E3779B97F4A7C15L;
                    hash ^= hash >>> 32;
                }
                set.add(hash);
            }
            return set;
        }

        private static byte[] text(Page page) {
            StringBuilder text = new StringBuilder();
            for (int word : page.framed()) {
                Script script = Script.values()[word / VOCABULARY];
                text.append(script.word(word % VOCABULARY)).append(script == Script.CHINESE ? "" : " ");
            }
            return text.toString().getBytes(StandardCharsets.UTF_8);
        }

        public Documents documents() {
            return taker -> {
                for (Page page : pages) {
                    taker.accept(page.id, text(page));
                }
            };
        }

        /** Writes {@code pages.jsonl} and the table {@code truth.tsv}. */
        public void write(Path folder) throws IOException {
            Files.createDirectories(folder);
            Files.write(
                    folder.resolve("pages.jsonl"),
                    lines(page -> "{\"id\": \"" + page.id + "\", \"text\": \""
                            + new String(text(page), StandardCharsets.UTF_8) + "\"}"));
            List<String> rows = new ArrayList<>(List.of("file\tgroup\tsite\tversionOf\twhole\tcontent"));
            lines(page -> String.join(
                            "\t",
                            page.id,
                            Integer.toString(page.group),
                            page.site.map(s -> Integer.toString(s.number)).orElse(""),
                            page.of.map(of -> of.id).orElse(""),
                            page.of.isEmpty() ? "" : Figures.of(page.whole, 4),
                            page.of.isEmpty() ? "" : Figures.of(page.content, 4)))
                    .forEach(rows::add);
            Files.write(folder.resolve("truth.tsv"), rows);
        }

        private Iterable<String> lines(Function<Page, String> line) {
            return pages.stream().map(line)::iterator;
        }
    }
}
