/** How long a test waits for what comes by itself: long enough on a busy machine, and over as soon as it has come. */
export const patience = { timeout: 60_000, interval: 20 };
