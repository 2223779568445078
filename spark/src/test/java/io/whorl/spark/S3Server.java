package io.whorl.spark;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/**
 * The operations of an object store that S3A calls, on a loopback address, with objects in memory and two faults: one
 * request in a hundred is answered by 503, and some objects are listed too late. Addresses are those of one bucket.
 */
final class S3Server implements AutoCloseable {
    private static final String BUCKET = "bucket";
    private static final int FAILS_ONE_IN = 100;
    private static final Pattern KEY = Pattern.compile("<Key>([^<]*)</Key>");
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "s3");
        thread.setDaemon(true);
        return thread;
    });
    private final ConcurrentSkipListMap<String, Stored> objects = new ConcurrentSkipListMap<>();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong listedLate = new AtomicLong();
    private volatile String late;

    private record Stored(byte[] bytes, Instant changed) {
        String tag() throws IOException {
            try {
                byte[] md5 = MessageDigest.getInstance("MD5").digest(bytes);
                return '"' + HexFormat.of().formatHex(md5) + '"';
            } catch (java.security.NoSuchAlgorithmException e) {
                throw new IOException(e);
            }
        }
    }

    /** @param late the first letters of keys that listings do not show, until {@link #listAll} */
    S3Server(String late) throws IOException {
        this.late = late;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Tells S3A where the store is. */
    void configure(Configuration hadoop) {
        String at = "fs.s3a.bucket." + BUCKET + ".";
        hadoop.set(at + "endpoint", "http://127.0.0.1:" + server.getAddress().getPort());
        hadoop.set(at + "endpoint.region", "us-east-1");
        hadoop.set(at + "path.style.access", "true");
        hadoop.set(at + "connection.ssl.enabled", "false");
        hadoop.set(at + "access.key", "test");
        hadoop.set(at + "secret.key", "test");
        hadoop.set(at + "aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
        // The store may move to another port, and objects of an earlier one must not be found.
        hadoop.set("fs.s3a.impl.disable.cache", "true");
    }

    /** Lists all objects from now on. */
    void listAll() {
        late = "\0";
    }

    /** The name of an object or a directory. */
    static String name(String key) {
        return "s3a://" + BUCKET + "/" + key;
    }

    /** Requests that were answered by 503. */
    long refused() {
        return refused.get();
    }

    /** Objects that a listing did not show although they existed. */
    long listedLate() {
        return listedLate.get();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = body(exchange);
            Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
            String path = exchange.getRequestURI().getPath().substring(1);
            String key = path.startsWith(BUCKET + "/") ? path.substring(BUCKET.length() + 1) : "";
            String what = exchange.getRequestMethod() + (key.isEmpty() ? " bucket" : "");
            if (requests.incrementAndGet() % FAILS_ONE_IN == 0) {
                refused.incrementAndGet();
                error(exchange, 503, "SlowDown");
            } else if (query.containsKey("uploads") || query.containsKey("uploadId")) {
                error(exchange, 501, "NotImplemented: a test uploads no object in parts");
            } else {
                switch (what) {
                    case "POST bucket" -> {
                        KEY.matcher(new String(body, StandardCharsets.UTF_8))
                                .results()
                                .forEach(match -> objects.remove(match.group(1)));
                        send(exchange, 200, "<DeleteResult></DeleteResult>");
                    }
                    case "GET bucket", "HEAD bucket" -> send(exchange, 200, list(query));
                    case "GET", "HEAD" -> read(exchange, key);
                    case "PUT" -> write(exchange, key, body);
                    case "DELETE" -> {
                        objects.remove(key);
                        exchange.sendResponseHeaders(204, -1);
                    }
                    default -> error(exchange, 405, "MethodNotAllowed");
                }
            }
        } catch (RuntimeException e) {
            error(exchange, 500, e.toString());
        }
    }

    private String list(Map<String, String> query) throws IOException {
        String prefix = query.getOrDefault("prefix", "");
        String delimiter = query.getOrDefault("delimiter", "");
        StringBuilder entries = new StringBuilder();
        TreeSet<String> directories = new TreeSet<>();
        int count = 0;
        for (Map.Entry<String, Stored> entry : objects.tailMap(prefix).entrySet()) {
            String key = entry.getKey();
            int end = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
            if (!key.startsWith(prefix)) {
                break;
            } else if (key.startsWith(late)) {
                listedLate.incrementAndGet();
            } else if (end >= 0) {
                directories.add(key.substring(0, end + 1));
            } else {
                count++;
                Stored stored = entry.getValue();
                entries.append(("<Contents><Key>%s</Key><LastModified>%s</LastModified>"
                                + "<ETag>%s</ETag><Size>%d</Size></Contents>")
                        .formatted(key, stored.changed, stored.tag().replace("\"", "&quot;"), stored.bytes.length));
            }
        }
        directories.forEach(directory ->
                entries.append("<CommonPrefixes><Prefix>").append(directory).append("</Prefix></CommonPrefixes>"));
        return "<ListBucketResult><Name>" + BUCKET + "</Name><Prefix>" + prefix + "</Prefix><KeyCount>"
                + (count + directories.size()) + "</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated>"
                + entries + "</ListBucketResult>";
    }

    private void read(HttpExchange exchange, String key) throws IOException {
        Stored stored = objects.get(key);
        if (stored == null) {
            error(exchange, 404, "NoSuchKey");
            return;
        }
        exchange.getResponseHeaders().add("ETag", stored.tag());
        exchange.getResponseHeaders().add("Last-Modified", HTTP_DATE.format(stored.changed));
        byte[] bytes = stored.bytes;
        String range = exchange.getRequestHeaders().getFirst("Range");
        int code = 200;
        if (range != null) {
            String[] ends = range.substring("bytes=".length()).split("-", -1);
            int from = Integer.parseInt(ends[0]);
            int to = ends[1].isEmpty() ? bytes.length : (int) Math.min(bytes.length, Long.parseLong(ends[1]) + 1);
            if (from >= bytes.length) {
                error(exchange, 416, "InvalidRange");
                return;
            }
            exchange.getResponseHeaders().add("Content-Range", "bytes " + from + "-" + (to - 1) + "/" + bytes.length);
            bytes = Arrays.copyOfRange(bytes, from, to);
            code = 206;
        }
        send(exchange, code, bytes);
    }

    /** Stores an object: the body, or a copy of another object. */
    private void write(HttpExchange exchange, String key, byte[] body) throws IOException {
        if (!key.matches("[\\w./=-]+")) {
            throw new IllegalArgumentException("a key that XML would have to escape: " + key);
        }
        String source = exchange.getRequestHeaders().getFirst("x-amz-copy-source");
        Stored from = new Stored(body, Instant.now());
        if (source != null) {
            from = objects.get(
                    URLDecoder.decode(source, StandardCharsets.UTF_8).replaceFirst("^/?" + BUCKET + "/", ""));
            if (from == null) {
                error(exchange, 404, "NoSuchKey");
                return;
            }
        }
        objects.put(key, new Stored(from.bytes, Instant.now()));
        exchange.getResponseHeaders().add("ETag", from.tag());
        send(
                exchange,
                200,
                source == null
                        ? ""
                        : "<CopyObjectResult><ETag>" + from.tag().replace("\"", "&quot;")
                                + "</ETag></CopyObjectResult>");
    }

    /** The bytes of a request, without the chunks in which the SDK signs them. */
    private static byte[] body(HttpExchange exchange) throws IOException {
        try (InputStream in = exchange.getRequestBody()) {
            String kind = exchange.getRequestHeaders().getFirst("x-amz-content-sha256");
            if (kind == null || !kind.startsWith("STREAMING-")) {
                return in.readAllBytes();
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (int size = chunk(in); size > 0; size = chunk(in)) {
                bytes.writeBytes(in.readNBytes(size));
                line(in);
            }
            in.readAllBytes();
            return bytes.toByteArray();
        }
    }

    private static int chunk(InputStream in) throws IOException {
        return Integer.parseInt(line(in).replaceAll(";.*", ""), 16);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
            line.write(b);
        }
        return line.toString(StandardCharsets.UTF_8).strip();
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> query = new HashMap<>();
        for (String pair : raw == null ? new String[0] : raw.split("&")) {
            String[] parts = pair.split("=", 2);
            query.put(
                    URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
                    parts.length < 2 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return query;
    }

    private static void error(HttpExchange exchange, int code, String name) throws IOException {
        send(exchange, code, "<Error><Code>" + name + "</Code><Message>planned</Message></Error>");
    }

    private static void send(HttpExchange exchange, int code, String xml) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/xml");
        send(exchange, code, xml.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int code, byte[] bytes) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head) {
            exchange.getResponseHeaders().add("Content-Length", Integer.toString(bytes.length));
        }
        exchange.sendResponseHeaders(code, head || bytes.length == 0 ? -1 : bytes.length);
        if (!head) {
            exchange.getResponseBody().write(bytes);
        }
    }
}
