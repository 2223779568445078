package io.whorl.spark;

import io.whorl.hash.SplitMix64;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.StructType;
import scala.Tuple2;

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
    static int partitions(Dataset<Row> rows, double records, double each) {
        int cores = rows.sparkSession().sparkContext().defaultParallelism();
        return (int) Math.min(MOST_PARTITIONS, Math.max(cores, Math.ceil(records / each)));
    }

    /** Writes what a row has for other tasks. The row has the columns of the source in their order. */
    interface Sender extends Serializable {
        void send(InternalRow row, Filling to);
    }

    /** Gives the rows of all blocks of a partition. */
    interface Receiver extends FlatMapFunction<Iterator<byte[]>, InternalRow> {}

    /** Rows, and what sends them. */
    record Source(Dataset<Row> rows, Sender sender) {
        private JavaPairRDD<Integer, byte[]> blocks(int partitions) {
            Sender by = sender;
            return internal(rows).mapPartitionsToPair(in -> new Filling(in, partitions, by));
        }
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

    /**
     * Sends rows to partitions.
     *
     * @param fields the schema in SQL of the rows that the receiver gives
     */
    static Dataset<Row> shuffle(int partitions, String fields, Receiver receiver, Source... sources) {
        JavaRDD<InternalRow> received = Stream.of(sources)
                .map(source -> source.blocks(partitions))
                .reduce(JavaPairRDD::union)
                .orElseThrow()
                .partitionBy(new HashPartitioner(partitions))
                .values()
                .mapPartitions(receiver);
        return frame(sources[0].rows.sparkSession(), received, StructType.fromDDL(fields));
    }

    /** The partition of a number. */
    static int partition(long number, int partitions) {
        return (int) Math.floorMod(SplitMix64.mix(number), (long) partitions);
    }

    /** Numbers in unsigned ascending order as bytes: the gap from each number to the next. */
    static byte[] encode(long[] ascending) {
        Block block = new Block();
        block.gaps(ascending, ascending.length);
        return block.toArray();
    }

    /** The number of numbers. */
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

        /** Adds a count and the gaps between ascending numbers. */
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

    /** Reads the numbers of a block. */
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
        private final Iterator<InternalRow> rows;
        private final Sender sender;
        private final Block[] blocks;
        private final int full;
        private final ArrayDeque<Tuple2<Integer, byte[]>> sent = new ArrayDeque<>();
        private int flushed;

        private Filling(Iterator<InternalRow> rows, int partitions, Sender sender) {
            this.rows = rows;
            this.sender = sender;
            full = Math.max(LEAST, Math.min(LARGEST, FILLED / partitions));
            blocks = new Block[partitions];
        }

        int partitions() {
            return blocks.length;
        }

        /** The block of a partition, for one record. */
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
            long[] order = new long[ascending.length];
            for (int i = 0; i < order.length; i++) {
                order[i] = (long) partition(ascending[i], blocks.length) << Integer.SIZE | i;
            }
            Arrays.sort(order);
            long[] own = new long[order.length];
            int n = 0;
            for (int i = 0; i < order.length; i++) {
                own[n++] = ascending[(int) order[i]];
                int partition = (int) (order[i] >>> Integer.SIZE);
                if (i + 1 == order.length || order[i + 1] >>> Integer.SIZE != partition) {
                    Block block = of(partition);
                    for (long number : header) {
                        block.add(number);
                    }
                    block.add(own, n);
                    n = 0;
                }
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
            while (sent.isEmpty() && rows.hasNext()) {
                sender.send(rows.next(), this);
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
