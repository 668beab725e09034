// Loaded before the program that a wrapper starts. The wrapper holds a channel open; when it dies, even by kill -9,
// the channel closes and the program stops as if it had been asked to. The channel itself keeps nobody alive.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
