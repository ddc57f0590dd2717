/**
 * Flags of Node for the server; deploy/ repeats them.
 *
 * Received files are buffers outside V8's heap. V8 frees dead ones with each collection of its young generation, and starts a full
 * collection, which takes 0.2 s with our heap, once 64 MB are used. With V8's own limit for the young generation (32 MB), there was
 * a full collection for every six files of 1.2 MB, half of the server's processor time.
 *
 * The heap may double before a full collection. V8 itself allows a factor between 1.1 and 4, by how fast the heap grows: the heap of an
 * idle server had a full collection after each status check, half of its processor time. When little is allocated, V8's memory reducer
 * collects the whole heap every two minutes to make it smaller, a quarter of an idle server's processor time.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=100', '--no-memory-reducer'];
