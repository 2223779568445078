package io.whorl.lab.rival;

import info.debatty.java.lsh.LSH;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Compares only documents that share a bin of java-LSH with the query in at least one stage. */
final class LshBins implements Candidates<int[]> {
    /** The minimum number of documents in a bin that the README recommends. */
    private static final int MIN_IN_BIN = 100;
    /** The resemblance that java-LSH's LSHMinHash tunes its bins for. */
    private static final double THRESHOLD = 0.5;

    private final int stages;
    private LSH binning = new Binning(1, 1);
    private int[][][] positions = {};

    LshBins(int stages) {
        this.stages = stages;
    }

    /** Returns the signature size by the rule of LSHMinHash, which itself accepts only boolean vectors. */
    int components() {
        int rows = (int) Math.ceil(Math.log(1.0 / stages) / Math.log(THRESHOLD)) + 1;
        return rows * stages;
    }

    @Override
    public void hold(List<int[]> signatures) {
        int bins = Math.max(1, signatures.size() / MIN_IN_BIN);
        binning = new Binning(stages, bins);
        int[][] bin = signatures.stream().map(binning::hashSignature).toArray(int[][]::new);
        positions = new int[stages][bins][];
        for (int s = 0; s < stages; s++) {
            for (int b = 0; b < bins; b++) {
                int stage = s;
                int wanted = b;
                positions[s][b] = IntStream.range(0, bin.length)
                        .filter(i -> bin[i][stage] == wanted)
                        .toArray();
            }
        }
    }

    @Override
    public int[] of(int[] query) {
        BitSet found = new BitSet();
        int[] bins = binning.hashSignature(query);
        for (int s = 0; s < stages; s++) {
            for (int position : positions[s][bins[s]]) {
                found.set(position);
            }
        }
        return found.stream().toArray();
    }

    /** Gives access to the binning of existing signatures. */
    private static final class Binning extends LSH {
        private static final long serialVersionUID = 1L;

        Binning(int stages, int bins) {
            super(stages, bins);
        }
    }
}
