import {
  type ClientVersion,
  classifyRequest,
  createCacheName,
  findCacheName,
  findOutdatedCaches,
  isCacheable,
  isGatewayError,
  withNonce,
} from './cache-rules.ts'

/** Time to wait for a page from the network before the cached page is used, in milliseconds. */
const PAGE_TIMEOUT_MS = 5_000

interface WaitableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface FetchEventLike extends WaitableEvent {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
/**
 * Properties of a service worker's global scope that are used here. TypeScript's own types for this scope conflict with those of
 * the DOM.
 */
interface WorkerScope {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
}
const workerScope = globalThis as unknown as WorkerScope

/**
 * Caches a version of the client, so that its pages open when the server is unreachable. The network always has priority, so that
 * no user stays on an old version. Responses to API calls are never cached. A new version is activated immediately. Files have
 * different names in each version, so no page gets another version's files.
 */
export function registerHandlers(version: ClientVersion): void {
  addEventListener('install', (event) =>
    (event as WaitableEvent).waitUntil(cacheVersion(version).then(workerScope.skipWaiting.bind(workerScope))),
  )
  addEventListener('activate', (event) => (event as WaitableEvent).waitUntil(activateVersion(version)))
  addEventListener('fetch', (event) => {
    const { request, respondWith } = event as FetchEventLike
    const kind = classifyRequest(request, version, location.origin)
    if (kind === 'page') respondWith.call(event, respondWithPage(event as FetchEventLike, version))
    if (kind === 'file') respondWith.call(event, respondWithFile(request))
  })
}

/**
 * Caches all files of a version. Rejects if any file cannot be loaded. The previous version then stays active until a later visit
 * retries.
 */
async function cacheVersion(version: ClientVersion): Promise<void> {
  const shell = await fetchChecked(version.shell, { cache: 'no-store' })
  // During a deployment the shell and this worker may belong to different versions.
  if (!(await shell.clone().text()).includes(`"${version.entry}"`))
    throw new Error('This page belongs to another version')
  const name = createCacheName(version, Date.now())
  const cache = await caches.open(name)
  try {
    await cache.put(version.shell, shell)
    for (const path of version.files) await cache.put(path, await fetchChecked(path))
  } catch (error) {
    await caches.delete(name)
    throw error
  }
}

async function fetchChecked(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, init)
  if (!isCacheable(response, path)) throw new Error(`${path} has unexpected content`)
  return response
}

async function activateVersion(version: ClientVersion): Promise<void> {
  for (const name of findOutdatedCaches(await caches.keys(), version)) await caches.delete(name)
  // With navigation preload the browser requests the page while the worker starts.
  await workerScope.registration.navigationPreload?.enable()
  await workerScope.clients.claim()
}

async function respondWithPage(
  { request, preloadResponse }: FetchEventLike,
  version: ClientVersion,
): Promise<Response> {
  const network = preloadResponse.then((preloaded) => preloaded ?? fetch(request))
  const response = await Promise.race([
    network.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_TIMEOUT_MS)),
  ])
  if (response && !isGatewayError(response.status)) return response
  return (await readCachedShell(version)) ?? response ?? network
}

async function readCachedShell(version: ClientVersion): Promise<Response | undefined> {
  const name = findCacheName(await caches.keys(), version)
  const cached = name && (await (await caches.open(name)).match(version.shell))
  if (!cached) return undefined
  const headers = new Headers(cached.headers)
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  const { html, policy } = withNonce(await cached.text(), headers.get('content-security-policy') ?? '', nonce)
  headers.set('content-security-policy', policy)
  // These headers describe the original body, which the new nonce has changed.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(html, { headers })
}

async function respondWithFile(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    // A 404 means that the file belongs to a version that the server no longer has.
    return response.status === 404 || isGatewayError(response.status)
      ? ((await caches.match(request.url)) ?? response)
      : response
  } catch (error) {
    const cached = await caches.match(request.url)
    if (cached) return cached
    throw error
  }
}
