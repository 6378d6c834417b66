/** The stand-alone cache: values over the network, its server and its client. */
@NullMarked
package io.gigafs.cache.service;

import org.jspecify.annotations.NullMarked;
