package io.whorl.lab.rival;

import info.debatty.java.lsh.LSH;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Documents that share a bin of java-LSH with the question in any stage. */
final class LshBins implements Candidates<int[]> {
    /** The least that a bin should hold, by the README. */
    private static final int LEAST_IN_BIN = 100;
    /** The resemblance that java-LSH's LSHMinHash aims its bins at. */
    private static final double THRESHOLD = 0.5;

    private final int stages;
    private LSH binning = new Binning(1, 1);
    private int[][][] places = {};

    LshBins(int stages) {
        this.stages = stages;
    }

    /** Hashes of a signature, by the rule of LSHMinHash, which itself takes nothing but vectors of booleans. */
    int components() {
        int rows = (int) Math.ceil(Math.log(1.0 / stages) / Math.log(THRESHOLD)) + 1;
        return rows * stages;
    }

    @Override
    public void hold(List<int[]> signatures) {
        int bins = Math.max(1, signatures.size() / LEAST_IN_BIN);
        binning = new Binning(stages, bins);
        int[][] bin = signatures.stream().map(binning::hashSignature).toArray(int[][]::new);
        places = new int[stages][bins][];
        for (int s = 0; s < stages; s++) {
            for (int b = 0; b < bins; b++) {
                int stage = s;
                int wanted = b;
                places[s][b] = IntStream.range(0, bin.length)
                        .filter(i -> bin[i][stage] == wanted)
                        .toArray();
            }
        }
    }

    @Override
    public int[] of(int[] question) {
        BitSet found = new BitSet();
        int[] bins = binning.hashSignature(question);
        for (int s = 0; s < stages; s++) {
            for (int place : places[s][bins[s]]) {
                found.set(place);
            }
        }
        return found.stream().toArray();
    }

    /** The binning alone, for signatures at hand. */
    private static final class Binning extends LSH {
        private static final long serialVersionUID = 1L;

        Binning(int stages, int bins) {
            super(stages, bins);
        }
    }
}
