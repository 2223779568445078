/** The data to measure: real texts and collections if available, and generated ones. */
package io.whorl.bench.data;
