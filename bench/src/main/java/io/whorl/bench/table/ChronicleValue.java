package io.whorl.bench.table;

import java.util.function.ObjLongConsumer;
import java.util.function.ToLongFunction;

/**
 * A value interface of Chronicle Map with one number.
 *
 * @param type the interface
 * @param getter reads the number
 * @param setter writes the number
 */
record ChronicleValue<V>(Class<V> type, ToLongFunction<V> getter, ObjLongConsumer<V> setter) {}
