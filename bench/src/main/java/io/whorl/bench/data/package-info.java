/** What is measured: real text and collections where they are at hand, and sets of minutiae made by rule. */
package io.whorl.bench.data;
