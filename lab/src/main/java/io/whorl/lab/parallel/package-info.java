/** Parallel loops. */
package io.whorl.lab.parallel;
