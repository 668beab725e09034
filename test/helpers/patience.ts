/**
 * How long a test waits for what comes by itself: long enough on a busy machine, and over as soon as it has come. Each look costs the
 * processor milliseconds, which others wait for meanwhile.
 */
export const patience = { timeout: 60_000, interval: 50 };
