/** Service worker that caches the client for offline use. Its address is the same in every version. */
export const SERVICE_WORKER_PATH = '/sw.js'

/** Script served at {@link SERVICE_WORKER_PATH} if offline use is disabled. The script unregisters installed workers. */
export const UNREGISTER_SERVICE_WORKER_PATH = '/sw-off.js'
