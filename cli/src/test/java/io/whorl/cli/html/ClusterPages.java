package io.whorl.cli.html;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Clusters;
import io.whorl.measure.Measure;
import io.whorl.query.Snapshot;
import io.whorl.query.TextSource;
import io.whorl.scheme.Scheme;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;

/** Pages of clusters for tests, and what is in their blocks. */
final class ClusterPages {
    static final ClustersPage.ClustersPageOptions OPTIONS =
            new ClustersPage.ClustersPageOptions("resemblance", 1, 0.3, false, Long.MAX_VALUE, 4, 1 << 20, 1);

    private static final Pattern BLOCK =
            Pattern.compile("<script type=\"text/plain\" id=\"([a-z]+(?:-\\d+)?)\">([^<]*)</script>");

    private ClusterPages() {}

    static Path index(Path directory, Map<String, String> texts) throws IOException {
        Path index = Files.createTempDirectory(directory, "index").resolve("i");
        BuildOptions options = BuildOptions.DEFAULT.threads(1).storeText(true);
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), options)) {
            for (Map.Entry<String, String> text : texts.entrySet()) {
                builder.add(text.getKey(), text.getValue().getBytes(StandardCharsets.UTF_8));
            }
            builder.finish();
        }
        return index;
    }

    /** Returns the page of the clusters of an index. */
    static byte[] page(
            Path index, ClustersPage.ClustersPageOptions options, ClustersPage.DatesById dates, List<String> notes)
            throws IOException {
        ClusterOptions clustering = ClusterOptions.DEFAULT
                .measure(Measure.RESEMBLANCE)
                .link(options.components() ? ClusterOptions.Link.COMPONENTS : ClusterOptions.Link.STAR)
                .minScore(options.minScore())
                .threads(1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Snapshot snapshot = Snapshot.open(index);
                Clusters clusters = snapshot.clusters(clustering)) {
            TextSource texts = snapshot::text;
            ClustersPage page = new ClustersPage(clusters, options, texts, dates, notes);
            page.write(bytes);
        }
        return bytes.toByteArray();
    }

    /** Returns the JSON of each block of a page, by its id. */
    static Map<String, Object> blocks(byte[] page) throws IOException {
        Map<String, Object> blocks = new LinkedHashMap<>();
        Matcher block = BLOCK.matcher(new String(page, StandardCharsets.UTF_8));
        while (block.find()) {
            byte[] deflated = Base64.getDecoder().decode(block.group(2));
            try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(deflated));
                    JsonParser json = new JsonFactory().createParser(in)) {
                json.nextToken();
                blocks.put(block.group(1), value(json));
            }
        }
        return blocks;
    }

    private static Object value(JsonParser json) throws IOException {
        if (json.currentToken() == JsonToken.START_OBJECT) {
            Map<String, Object> fields = new LinkedHashMap<>();
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                json.nextToken();
                fields.put(name, value(json));
            }
            return fields;
        }
        if (json.currentToken() == JsonToken.START_ARRAY) {
            List<Object> items = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                items.add(value(json));
            }
            return items;
        }
        return switch (json.currentToken()) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            case VALUE_TRUE, VALUE_FALSE -> json.getBooleanValue();
            case VALUE_NULL -> "null";
            default -> json.getText();
        };
    }

    /** Returns a member of the objects and arrays of blocks: names and indexes, separated by slashes. */
    static Object at(Map<String, Object> blocks, String path) {
        Object found = blocks;
        for (String step : path.split("/")) {
            found = found instanceof Map<?, ?> fields
                    ? fields.get(step)
                    : ((List<?>) found).get(Integer.parseInt(step));
        }
        return found;
    }
}
