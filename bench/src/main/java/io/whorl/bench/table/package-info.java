/**
 * Tables of singletons behind one interface: Whorl's, those of the rivals, and the floor that a look-up is compared
 * with.
 */
package io.whorl.bench.table;
