/** The worker that keeps the client for when its server is out of reach; the address is the same in every version. */
export const WORKER = '/sw.js'

/** What ends it, wherever it runs: handed out in its place. */
export const WORKER_OFF = '/sw-off.js'
