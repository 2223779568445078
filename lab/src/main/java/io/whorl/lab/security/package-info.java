/**
 * Measures how many words must change before a test no longer recognises a copy: SEC(o, r) of COPS 3.3.
 * {@link io.whorl.lab.security.SecurityLaboratory} is the entry point.
 */
package io.whorl.lab.security;
