/**
 * The JMH benchmarks. Parameters have the values that the bars refer to; the quick run and the tests use smaller ones.
 */
package io.whorl.bench.jmh;
