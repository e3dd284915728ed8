import { cacheOf, isGone, isKept, keptAs, kindOf, outdated, type Version, withNonce } from './rules.ts'

/** How long a page is waited for before it is shown as it is kept, in milliseconds. */
const PATIENCE_MS = 5_000

interface Waiting extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface Fetching extends Waiting {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
/** What of a service worker's world is used here; TypeScript's own types of it exclude those of pages. */
interface Worker {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
}
const worker = globalThis as unknown as Worker

/**
 * Keeps a version of the client, so that its pages open where the server is out of reach. The network is always asked first, so
 * that nobody is held on an old version; what is kept only stands in. Pages are the same for everybody; answers to calls are
 * never kept. A new version takes over at once: files have names of their own in each, so that no page gets another's.
 */
export function serve(version: Version): void {
  addEventListener('install', (event) =>
    (event as Waiting).waitUntil(keep(version).then(worker.skipWaiting.bind(worker))),
  )
  addEventListener('activate', (event) => (event as Waiting).waitUntil(takeOver(version)))
  addEventListener('fetch', (event) => {
    const { request, respondWith } = event as Fetching
    const kind = kindOf(request, version, location.origin)
    if (kind === 'page') respondWith.call(event, page(event as Fetching, version))
    if (kind === 'file') respondWith.call(event, file(request))
  })
}

/** Rejects where anything of the version cannot be had: then it is tried again at a later visit, and what was before stays. */
async function keep(version: Version): Promise<void> {
  const shell = await asked(version.shell, { cache: 'no-store' })
  // While a server is put in place of another, its page may be of the one and this worker of the other.
  if (!(await shell.clone().text()).includes(`"${version.entry}"`)) throw new Error('This page is of another version')
  const name = cacheOf(version, Date.now())
  const kept = await caches.open(name)
  try {
    await kept.put(version.shell, shell)
    for (const path of version.files) await kept.put(path, await asked(path))
  } catch (fault) {
    await caches.delete(name)
    throw fault
  }
}

async function asked(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, init)
  if (!isKept(answer, path)) throw new Error(`${path} is not what it should be`)
  return answer
}

async function takeOver(version: Version): Promise<void> {
  for (const name of outdated(await caches.keys(), version)) await caches.delete(name)
  // A page is asked for while the worker wakes.
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

async function page({ request, preloadResponse }: Fetching, version: Version): Promise<Response> {
  const coming = preloadResponse.then((early) => early ?? fetch(request))
  const answer = await Promise.race([
    coming.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])
  if (answer && !isGone(answer.status)) return answer
  return (await shellOf(version)) ?? answer ?? coming
}

/** The page as it is kept. */
async function shellOf(version: Version): Promise<Response | undefined> {
  const name = keptAs(await caches.keys(), version)
  const kept = name && (await (await caches.open(name)).match(version.shell))
  if (!kept) return undefined
  const headers = new Headers(kept.headers)
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  const { html, policy } = withNonce(await kept.text(), headers.get('content-security-policy') ?? '', nonce)
  headers.set('content-security-policy', policy)
  // It is of this moment, and its length and encoding are those of what was sent.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(html, { headers })
}

async function file(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request)
    // Of a version that the server no longer has.
    return answer.status === 404 || isGone(answer.status) ? ((await caches.match(request.url)) ?? answer) : answer
  } catch (fault) {
    const kept = await caches.match(request.url)
    if (kept) return kept
    throw fault
  }
}
