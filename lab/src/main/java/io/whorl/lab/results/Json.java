package io.whorl.lab.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.util.Map;

/**
 * Reads and writes records as one line of JSON. Absent optional components are left out. A double is written with
 * enough digits to be read back unchanged.
 */
final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
            .enable(
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    static String write(Object value) throws IOException {
        return MAPPER.writeValueAsString(value);
    }

    /** @throws IOException if the text is not a JSON object */
    static Map<String, Object> readObject(String json) throws IOException {
        return MAPPER.readValue(json, new TypeReference<>() {});
    }

    /** @throws IOException if the text is not one JSON value of this type, with every component that is not optional */
    static <T> T read(String json, Class<T> type) throws IOException {
        try {
            return MAPPER.readValue(json, type);
        } catch (JsonProcessingException e) {
            // The full message also lists Java types, which do not help the reader of a results file.
            throw new IOException(e.getOriginalMessage(), e);
        }
    }
}
