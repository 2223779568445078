/** Reads collections, their groups, and queries. */
package io.whorl.lab.collection;
