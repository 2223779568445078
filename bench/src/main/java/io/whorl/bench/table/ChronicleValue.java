package io.whorl.bench.table;

import java.util.function.ObjLongConsumer;
import java.util.function.ToLongFunction;

/**
 * A value interface of Chronicle Map that holds a number.
 *
 * @param type the interface
 * @param getter reads it
 * @param setter writes it
 */
record ChronicleValue<V>(Class<V> type, ToLongFunction<V> getter, ObjLongConsumer<V> setter) {}
