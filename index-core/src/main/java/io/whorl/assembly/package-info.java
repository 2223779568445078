/** Makes one segment from fingerprinted documents: spools their postings, sorts them, and writes the file. */
package io.whorl.assembly;
