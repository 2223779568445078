package io.whorl.lab.experiment.cops;

/** The binomial distribution: Q in appendix A of COPS. */
final class Binomial {
    private Binomial() {}

    /** Returns P(at most k of n successes), each independent with probability x, 0 to 1. */
    static double atMost(int k, int n, double x) {
        if (k >= n) {
            return 1;
        }
        if (x >= 1) {
            return 0;
        }
        double term = Math.pow(1 - x, n);
        double sum = term;
        for (int j = 0; j < k; j++) {
            term *= (n - j) / (j + 1.0) * x / (1 - x);
            sum += term;
        }
        return Math.min(1, sum);
    }
}
