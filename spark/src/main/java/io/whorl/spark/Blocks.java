package io.whorl.spark;

import io.whorl.hash.SplitMix64;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Shuffles numbers in blocks of bytes, because Spark takes as long for a row of two numbers as a task for a hundred
 * numbers. A task fills a block for each partition, and sends it when it is full. The task of the partition reads all
 * its blocks, in no order.
 */
final class Blocks {
    /** Bytes of the blocks that one task fills at a time. */
    private static final int FILLED = 32 << 20;

    private static final int LARGEST = 1 << 16;
    private static final int LEAST = 1 << 9;
    private static final int MOST_PARTITIONS = 1 << 20;
    /** The most bytes of a number. */
    private static final int LONGEST = 10;

    private Blocks() {}

    /** The number of partitions of which each has so many of all records, and at least one for each core. */
    static int partitions(SparkSession session, double records, double each) {
        int cores = session.sparkContext().defaultParallelism();
        return (int) Math.min(MOST_PARTITIONS, Math.max(cores, Math.ceil(records / each)));
    }

    /** Writes what a record has for other tasks. */
    interface Sender<T> extends Serializable {
        void send(T sent, Filling to);
    }

    /** Records, and what sends them. A row has the columns of the source in their order. */
    record Source<T>(JavaRDD<T> records, Sender<T> sender) {
        private JavaPairRDD<Integer, byte[]> blocks(int partitions) {
            Sender<T> by = sender;
            return records.mapPartitionsToPair(in -> new Filling(in, partitions, by));
        }
    }

    interface Writer<T> extends Serializable {
        void write(T record, Block to);
    }

    interface Reader<T> extends Serializable {
        T read(Numbers in);
    }

    /** Records as blocks, which take little memory. */
    static <T> Iterator<byte[]> pack(Iterator<T> records, Writer<T> writer) {
        Filling all = new Filling(records, 1, (record, to) -> writer.write(record, to.of(0)));
        return each(all, Tuple2::_2);
    }

    static <T> Iterator<T> read(Iterator<byte[]> blocks, Reader<T> reader) {
        return flat(
                blocks,
                block -> CollectionConverters.asJava(scala.collection.Iterator.unfold(
                        new Numbers(block),
                        in -> in.hasNext() ? Option.apply(new Tuple2<>(reader.read(in), in)) : Option.empty())));
    }

    /**
     * The rows as Spark has them. {@code javaRDD} would make an object of each row and value. A row changes when the
     * next one is read.
     */
    static JavaRDD<InternalRow> internal(Dataset<Row> rows) {
        return rows.queryExecution().toRdd().toJavaRDD();
    }

    /** A DataFrame of rows as Spark has them: numbers, truth values and bytes are those of Java. */
    static Dataset<Row> frame(SparkSession session, JavaRDD<InternalRow> rows, StructType schema) {
        return ((org.apache.spark.sql.classic.SparkSession) session).internalCreateDataFrame(rows.rdd(), schema, false);
    }

    static InternalRow row(Object... values) {
        return new GenericInternalRow(values);
    }

    /** Sends records to partitions: all blocks of each. */
    static JavaRDD<byte[]> shuffle(int partitions, Source<?>... sources) {
        return Stream.of(sources)
                .map(source -> source.blocks(partitions))
                .reduce(JavaPairRDD::union)
                .orElseThrow()
                .partitionBy(new HashPartitioner(partitions))
                .values();
    }

    /** The values of an iterator, each changed by a function when it is read. */
    static <T, R> Iterator<R> each(Iterator<T> values, Function<T, R> function) {
        return CollectionConverters.asJava(CollectionConverters.asScala(values).map(function::apply));
    }

    /** The values that a function gives for each value of an iterator, one after another. */
    static <T, R> Iterator<R> flat(Iterator<T> values, Function<T, Iterator<R>> function) {
        return CollectionConverters.asJava(CollectionConverters.asScala(values)
                .flatMap(value -> CollectionConverters.asScala(function.apply(value))));
    }

    static int partition(long number, int partitions) {
        return (int) Math.floorMod(SplitMix64.mix(number), (long) partitions);
    }

    /** Numbers in unsigned ascending order as bytes: the gap from each number to the next. */
    static byte[] encode(long[] ascending) {
        Block block = new Block();
        block.gaps(ascending, ascending.length);
        return block.toArray();
    }

    static int count(byte[] bytes) {
        int n = 0;
        for (byte b : bytes) {
            n += b >= 0 ? 1 : 0;
        }
        return n;
    }

    static long[] decode(byte[] bytes) {
        return new Numbers(bytes).gaps(count(bytes));
    }

    /** Numbers as bytes: seven bits per byte, the least significant first. The high bit means that more follow. */
    static final class Block {
        private byte[] bytes = new byte[1 << 6];
        private int length;

        void add(long number) {
            if (length + LONGEST > bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * bytes.length);
            }
            long left = number;
            while ((left & ~0x7FL) != 0) {
                bytes[length++] = (byte) (left | 0x80);
                left >>>= 7;
            }
            bytes[length++] = (byte) left;
        }

        void add(long... numbers) {
            for (long number : numbers) {
                add(number);
            }
        }

        void add(byte[] others) {
            add(others.length);
            if (length + others.length > bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * (length + others.length));
            }
            System.arraycopy(others, 0, bytes, length, others.length);
            length += others.length;
        }

        byte[] toArray() {
            return Arrays.copyOf(bytes, length);
        }

        void add(long[] numbers, int count) {
            add(count);
            gaps(numbers, count);
        }

        private void gaps(long[] numbers, int count) {
            long last = 0;
            for (int i = 0; i < count; i++) {
                add(numbers[i] - last);
                last = numbers[i];
            }
        }
    }

    static final class Numbers {
        private final byte[] bytes;
        private int at;

        Numbers(byte[] bytes) {
            this.bytes = bytes;
        }

        boolean hasNext() {
            return at < bytes.length;
        }

        long next() {
            long number = 0;
            int shift = 0;
            byte b;
            do {
                b = bytes[at++];
                number |= (b & 0x7FL) << shift;
                shift += 7;
            } while (b < 0);
            return number;
        }

        byte[] nextBytes() {
            int n = (int) next();
            at += n;
            return Arrays.copyOfRange(bytes, at - n, at);
        }

        /** What {@link Block#add(long[], int)} has written. */
        long[] nextNumbers() {
            return gaps((int) next());
        }

        private long[] gaps(int count) {
            long[] numbers = new long[count];
            long last = 0;
            for (int i = 0; i < numbers.length; i++) {
                last += next();
                numbers[i] = last;
            }
            return numbers;
        }
    }

    /** The blocks that a task fills and sends. */
    static final class Filling implements Iterator<Tuple2<Integer, byte[]>> {
        /** Sends a record, or returns false if there is none. */
        private final BooleanSupplier next;

        private final Block[] blocks;
        private final int full;
        private final ArrayDeque<Tuple2<Integer, byte[]>> sent = new ArrayDeque<>();
        private int flushed;

        private <T> Filling(Iterator<T> records, int partitions, Sender<T> sender) {
            next = () -> {
                boolean more = records.hasNext();
                if (more) {
                    sender.send(records.next(), this);
                }
                return more;
            };
            full = Math.max(LEAST, Math.min(LARGEST, FILLED / partitions));
            blocks = new Block[partitions];
        }

        int partitions() {
            return blocks.length;
        }

        Block of(int partition) {
            Block block = blocks[partition];
            if (block == null || block.length >= full) {
                send(partition);
                block = new Block();
                blocks[partition] = block;
            }
            return block;
        }

        /** Sends ascending numbers to their partitions. Each has one record: the header, and those that are its own. */
        void send(long[] ascending, long... header) {
            long[] own = new long[ascending.length];
            send(ascending, (block, places) -> {
                block.add(header);
                for (int i = 0; i < places.length; i++) {
                    own[i] = ascending[places[i]];
                }
                block.add(own, places.length);
            });
        }

        /** Sends a record to each partition that has some of the numbers. It is written by their places. */
        void send(long[] numbers, BiConsumer<Block, int[]> writer) {
            long[] order = new long[numbers.length];
            for (int i = 0; i < order.length; i++) {
                order[i] = ((long) partition(numbers[i], blocks.length) << Integer.SIZE) | i;
            }
            Arrays.sort(order);
            for (int from = 0, to; from < order.length; from = to) {
                int partition = (int) (order[from] >>> Integer.SIZE);
                to = from + 1;
                while (to < order.length && order[to] >>> Integer.SIZE == partition) {
                    to++;
                }
                writer.accept(
                        of(partition),
                        Arrays.stream(order, from, to).mapToInt(i -> (int) i).toArray());
            }
        }

        private void send(int partition) {
            Block block = blocks[partition];
            if (block != null) {
                sent.add(new Tuple2<>(partition, block.toArray()));
                blocks[partition] = null;
            }
        }

        @Override
        public boolean hasNext() {
            boolean more = true;
            while (sent.isEmpty() && more) {
                more = next.getAsBoolean();
            }
            while (sent.isEmpty() && flushed < blocks.length) {
                send(flushed++);
            }
            return !sent.isEmpty();
        }

        @Override
        public Tuple2<Integer, byte[]> next() {
            if (!hasNext()) {
                throw new NoSuchElementException("there are no more blocks");
            }
            return sent.remove();
        }
    }
}
