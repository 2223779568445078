package io.whorl.measure;

/** How alike two fingerprints are (DEFINITIONS, Counts and measures). A is the query's, B the document's. */
public enum Measure {
    /** |A ∩ B|. */
    SHARED {
        @Override
        public double score(Comparison c) {
            return c.shared();
        }
    },
    /** 100 × shared ÷ what the query's own text, indexed by the same scheme, would share with it (HZ 6). */
    PERCENT {
        @Override
        public double score(Comparison c) {
            return ratio(100.0 * c.shared(), c.self());
        }
    },
    /** |A ∩ B| ÷ |A ∪ B| (BGMZ 2). */
    RESEMBLANCE {
        @Override
        public double score(Comparison c) {
            return c.resemblance();
        }
    },
    /** |A ∩ B| ÷ |A|: how much of the query is in the document (BGMZ 2). */
    CONTAINMENT {
        @Override
        public double score(Comparison c) {
            return ratio(c.shared(), c.a());
        }
    },
    /** |A ∩ B| ÷ |B|: how much of the document is in the query. */
    CONTAINED {
        @Override
        public double score(Comparison c) {
            return ratio(c.shared(), c.b());
        }
    };

    /** The measure's value for two documents; 0 ÷ 0 is 0. */
    public abstract double score(Comparison comparison);

    /** Whether the measure is the same with the two documents exchanged. */
    public boolean symmetric() {
        return this == SHARED || this == RESEMBLANCE;
    }

    static double ratio(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }
}
