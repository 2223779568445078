/** The benchmarks that JMH runs; parameters are set for the bars and made small by the quick run and the tests. */
package io.whorl.bench.jmh;
