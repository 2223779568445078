/** What all indexes have in common, and queries to a Whorl index with the settings of a configuration. */
package io.whorl.lab.index;
