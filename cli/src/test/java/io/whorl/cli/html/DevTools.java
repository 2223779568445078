package io.whorl.cli.html;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A client of the DevTools protocol: commands, their answers, and the events that came. */
final class DevTools implements WebSocket.Listener, AutoCloseable {
    private static final long SECONDS = 60;

    /** An event of a page. */
    record Event(String method, Map<String, Object> parameters) {}

    private final Map<Integer, CompletableFuture<Map<String, Object>>> answers = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Event> events = new ConcurrentLinkedQueue<>();
    private final AtomicInteger last = new AtomicInteger();
    private final StringBuilder part = new StringBuilder();
    private WebSocket socket;

    static DevTools connect(URI address) throws Exception {
        DevTools tools = new DevTools();
        tools.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(address, tools)
                .get(SECONDS, TimeUnit.SECONDS);
        return tools;
    }

    /** Sends a command and returns its result. An empty session is the browser itself. */
    Map<String, Object> call(String session, String method, Map<String, Object> parameters) throws Exception {
        int id = last.incrementAndGet();
        Map<String, Object> message = new LinkedHashMap<>(Map.of("id", id, "method", method, "params", parameters));
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        CompletableFuture<Map<String, Object>> answer = new CompletableFuture<>();
        answers.put(id, answer);
        socket.sendText(json(message), true).get(SECONDS, TimeUnit.SECONDS);
        Map<String, Object> result = answer.get(SECONDS, TimeUnit.SECONDS);
        if (result.containsKey("error")) {
            throw new IOException(method + ": " + result.get("error"));
        }
        return map(result.get("result"));
    }

    /** Returns the events since the last call. */
    List<Event> takeEvents() {
        List<Event> taken = new ArrayList<>();
        for (Event event = events.poll(); event != null; event = events.poll()) {
            taken.add(event);
        }
        return taken;
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean isLast) {
        part.append(text);
        if (isLast) {
            Map<String, Object> message = parse(part.toString());
            part.setLength(0);
            if (message.get("id") instanceof Number id) {
                answers.remove(id.intValue()).complete(message);
            } else {
                events.add(new Event((String) message.get("method"), map(message.get("params"))));
            }
        }
        from.request(1);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable e) {
        answers.values().forEach(answer -> answer.completeExceptionally(e));
    }

    @Override
    public void close() {
        socket.abort();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    private static String json(Map<String, Object> message) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            write(json, message);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Object value) throws IOException {
        if (value instanceof Map<?, ?> fields) {
            json.writeStartObject();
            for (Map.Entry<?, ?> field : fields.entrySet()) {
                json.writeFieldName((String) field.getKey());
                write(json, field.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object item : list) {
                write(json, item);
            }
            json.writeEndArray();
        } else {
            json.writePOJO(value);
        }
    }

    private static Map<String, Object> parse(String text) {
        try (JsonParser json = new JsonFactory().createParser(text)) {
            json.nextToken();
            return map(read(json));
        } catch (IOException e) {
            throw new IllegalStateException(text, e);
        }
    }

    private static Object read(JsonParser json) throws IOException {
        if (json.currentToken() == JsonToken.START_OBJECT) {
            Map<String, Object> fields = new LinkedHashMap<>();
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                json.nextToken();
                fields.put(name, read(json));
            }
            return fields;
        }
        if (json.currentToken() == JsonToken.START_ARRAY) {
            List<Object> items = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                items.add(read(json));
            }
            return items;
        }
        return switch (json.currentToken()) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getNumberValue();
            case VALUE_TRUE, VALUE_FALSE -> json.getBooleanValue();
            case VALUE_NULL -> null;
            default -> json.getText();
        };
    }
}
