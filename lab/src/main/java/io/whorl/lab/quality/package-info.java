/** Computes figures from rankings, and makes altered copies of queries. */
package io.whorl.lab.quality;
