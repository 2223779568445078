package io.whorl.spark;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
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

    /** Writes what a row has for other tasks. */
    interface Sender extends Serializable {
        void send(Row row, Filling to);
    }

    /** Gives the rows of all blocks of a partition. */
    interface Receiver extends FlatMapFunction<Iterator<byte[]>, Row> {}

    /**
     * Sends rows to partitions.
     *
     * @param fields the schema in SQL of the rows that the receiver gives
     */
    static Dataset<Row> shuffle(Dataset<Row> rows, int partitions, Sender sender, String fields, Receiver receiver) {
        JavaRDD<Row> received = rows.javaRDD()
                .mapPartitionsToPair(in -> new Filling(in, partitions, sender))
                .partitionBy(new HashPartitioner(partitions))
                .values()
                .mapPartitions(receiver);
        return rows.sparkSession().createDataFrame(received, StructType.fromDDL(fields));
    }

    /** Numbers in unsigned ascending order as bytes: the gap from each number to the next. */
    static byte[] encode(long[] ascending) {
        byte[] bytes = new byte[ascending.length * 3 + LONGEST];
        int at = 0;
        long last = 0;
        for (long number : ascending) {
            if (at + LONGEST > bytes.length) {
                bytes = Arrays.copyOf(bytes, bytes.length + bytes.length / 2);
            }
            at = put(number - last, bytes, at);
            last = number;
        }
        return Arrays.copyOf(bytes, at);
    }

    /** Writes a number, and returns the place behind it. */
    static int put(long number, byte[] bytes, int begin) {
        int at = begin;
        long left = number;
        while ((left & ~0x7FL) != 0) {
            bytes[at++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[at++] = (byte) left;
        return at;
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
        long[] numbers = new long[count(bytes)];
        Numbers gaps = new Numbers(bytes);
        long last = 0;
        for (int i = 0; i < numbers.length; i++) {
            last += gaps.next();
            numbers[i] = last;
        }
        return numbers;
    }

    /** Numbers as bytes: seven bits per byte, the least significant first. The high bit means that more follow. */
    static final class Block {
        private byte[] bytes = new byte[1 << 6];
        private int length;

        void add(long number) {
            if (length + LONGEST > bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * bytes.length);
            }
            length = put(number, bytes, length);
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
    }

    /** The blocks that a task fills and sends. */
    static final class Filling implements Iterator<Tuple2<Integer, byte[]>> {
        private final Iterator<Row> rows;
        private final Sender sender;
        private final Block[] blocks;
        private final int full;
        private final ArrayDeque<Tuple2<Integer, byte[]>> sent = new ArrayDeque<>();
        private int flushed;

        private Filling(Iterator<Row> rows, int partitions, Sender sender) {
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

        private void send(int partition) {
            Block block = blocks[partition];
            if (block != null) {
                sent.add(new Tuple2<>(partition, Arrays.copyOf(block.bytes, block.length)));
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
