import type { HttpStack, Upload, UploadOptions, UrlStorage } from 'tus-js-client'
import { uuidv7 } from 'uuidv7'
import { addressOf, type TokenSource } from './bearing.ts'
import { ApiError } from './contract/errors.ts'
import { FILES_PATH, type SentKind, type StoredFile } from './contract/files.ts'
import { backoff } from './contract/retry.ts'
import { sha256Of } from './sha256.ts'
import { createSlots } from './slots.ts'
import { asApiError, isGone, mayHelp, orNothing } from './upload-errors.ts'
import { bearing, type RequestMaker } from './upload-stack.ts'

/** Bytes of one request: a cut connection costs little, a token is asked for often enough. */
const CHUNK_BYTES = 5 * 1024 * 1024

/** Milliseconds without a byte or an answer after which a connection counts as dead. */
const STALL_MS = 45_000

/** Milliseconds after which a browser that calls itself offline is doubted. */
const OFFLINE_DOUBT_MS = 30_000

/** How often a file starts anew because the server lost what it had of it. */
const MOST_LOSSES = 3

/** How many files are sent at the same time; the others wait for their turn. */
export const PARALLEL_FILES = 3

/** What {@link createSendFile} is made from. All but the first three have the browser's own as default. */
export interface UploadDeps {
  /** Base address of the API; empty for the page's own origin. */
  apiBase: string
  tokens: Pick<TokenSource, 'fresh'>
  api: { files: { describe: (input: { id: string }, options?: { signal?: AbortSignal }) => Promise<StoredFile> } }
  /** Makes one HTTP request of tus. */
  request?: RequestMaker
  /** Where the addresses of unfinished uploads are kept. */
  urlStorage?: UrlStorage
  /** Waits `ms`, or until `signal` is aborted; the browser coming online ends it early. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

interface Sending {
  kind: SentKind
  onProgress: (sentBytes: number, totalBytes: number) => void
  onPace: (pace: 'moving' | 'waiting' | 'retrying' | 'offline') => void
  signal: AbortSignal
}

/** Sends a file; `discard` ends an unfinished upload of it on the server. */
export interface FileSender {
  (file: File, options: Sending): Promise<StoredFile>
  discard: (file: File, kind: SentKind) => Promise<void>
}

/**
 * Makes the sender of files: tus 1.0, {@link PARALLEL_FILES} at a time, SHA-256 checked at the other end, going on by itself after cut connections,
 * offline times, restarts of the server and reloads of the page. Rejects with `ApiError` when trying again can't help,
 * or with the signal's reason; after that, sending the same file again resumes.
 */
export function createSendFile({
  apiBase,
  tokens,
  api,
  request,
  urlStorage,
  wait = waitOrOnline,
}: UploadDeps): FileSender {
  const endpoint = addressOf(apiBase, FILES_PATH).href

  const prepare = async (file: File, kind: SentKind) => {
    const [sha256, tus] = await Promise.all([sha256Of(file), import('tus-js-client')])
    const storage = urlStorage ?? (tus.defaultOptions.urlStorage as UrlStorage)
    const make = request ?? ((method, url) => new tus.DefaultHttpStack({}).createRequest(method, url))
    const options: UploadOptions = {
      endpoint,
      chunkSize: CHUNK_BYTES,
      retryDelays: null,
      metadata: { kind, filename: file.name, sha256 },
      // An announcement whose answer was lost is found again, and takes no room twice.
      headers: { 'Idempotency-Key': uuidv7() },
      fingerprint: async () => `atelier-${kind}-${sha256}-${endpoint}`,
      urlStorage: storage,
      fileReader: { openFile: async () => sourceOf(file) },
      httpStack: { createRequest: bearing(make, tokens), getName: () => 'atelier' } satisfies HttpStack,
    }
    return { tus, storage, options, fingerprint: `atelier-${kind}-${sha256}-${endpoint}` }
  }

  const slots = createSlots(PARALLEL_FILES)

  const send = async (file: File, sending: Sending): Promise<StoredFile> => {
    const release = await slots.take(sending.signal, () => sending.onPace('waiting'))
    try {
      sending.onPace('moving')
      return await sendInTurn(file, sending)
    } finally {
      release()
    }
  }

  const sendInTurn = async (file: File, { kind, onProgress, onPace, signal }: Sending): Promise<StoredFile> => {
    const { tus, storage, options, fingerprint } = await prepare(file, kind)
    let furthest = 0
    let tries = 0
    let losses = 0
    const tell = (sent: number, total: number) => {
      if (sent > furthest) tries = 0
      furthest = Math.max(furthest, sent)
      onPace('moving')
      onProgress(sent, total)
    }
    const forget = async () => {
      for (const { urlStorageKey } of await storage.findUploadsByFingerprint(fingerprint)) {
        await storage.removeUpload(urlStorageKey)
      }
    }
    for (;;) {
      signal.throwIfAborted()
      const upload = new tus.Upload(file, options)
      const [previous] = await storage.findUploadsByFingerprint(fingerprint)
      if (previous) upload.resumeFromPreviousUpload(previous)
      try {
        if (!isOnline()) throw new ApiError('FETCH_ERROR', 'files')
        const url = await attempt(upload, tell, signal)
        const stored = await api.files.describe({ id: idOf(url) }, { signal })
        await forget()
        return stored
      } catch (thrown) {
        signal.throwIfAborted()
        let error = asApiError(thrown)
        const address = upload.url ?? previous?.uploadUrl
        if (address && isGone(error)) {
          try {
            // The upload may be whole and only its last answer lost; else it was swept, and starts anew.
            const stored = await api.files.describe({ id: idOf(address) }, { signal }).catch(orNothing)
            await forget()
            if (stored) return stored
            losses += 1
            furthest = 0
            onProgress(0, file.size)
            if (losses < MOST_LOSSES) continue
          } catch (unreachable) {
            signal.throwIfAborted()
            error = asApiError(unreachable)
          }
        }
        tries += 1
        if (!mayHelp(error, tries)) {
          if (![401, 507].includes(error.status ?? 0)) await forget()
          throw error
        }
        onPace(isOnline() ? 'retrying' : 'offline')
        await wait(isOnline() ? backoff(tries) : OFFLINE_DOUBT_MS, signal)
      }
    }
  }

  const discard = async (file: File, kind: SentKind) => {
    const { tus, storage, options, fingerprint } = await prepare(file, kind)
    for (const { uploadUrl, urlStorageKey } of await storage.findUploadsByFingerprint(fingerprint)) {
      await storage.removeUpload(urlStorageKey)
      // Out of reach it stays unfinished, and the server sweeps those.
      if (uploadUrl) await tus.Upload.terminate(uploadUrl, options).catch(() => {})
    }
  }

  return Object.assign(send, { discard })
}

/** Runs one upload until it is whole, and gives its address; rejects at the first interruption, leaving the rest. */
function attempt(upload: Upload, tell: (sent: number, total: number) => void, signal: AbortSignal): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    let stall: ReturnType<typeof setTimeout>
    const cut = (reason: unknown) => {
      upload.abort().catch(() => {})
      end(() => reject(reason))
    }
    const onAbort = () => cut(signal.reason)
    const onOffline = () => cut(new ApiError('FETCH_ERROR', 'files'))
    const watch = () => {
      clearTimeout(stall)
      stall = setTimeout(() => cut(new ApiError('TIMEOUT_ERROR', 'files')), STALL_MS)
    }
    const end = (settle: () => void) => {
      clearTimeout(stall)
      signal.removeEventListener('abort', onAbort)
      globalThis.removeEventListener?.('offline', onOffline)
      settle()
    }
    signal.addEventListener('abort', onAbort)
    globalThis.addEventListener?.('offline', onOffline)
    Object.assign(upload.options, {
      onProgress: (sent: number, total: number) => {
        watch()
        tell(sent, total)
      },
      onSuccess: () => end(() => resolve(upload.url ?? '')),
      onError: (error: unknown) => end(() => reject(error)),
    } satisfies Partial<UploadOptions>)
    watch()
    upload.start()
  })
}

/** The file as tus reads it: slices of it, none of them in memory before it is sent. */
const sourceOf = (file: File) => ({
  size: file.size,
  slice: async (start: number, end: number) => ({ value: file.slice(start, end), done: end >= file.size }),
  close: () => {},
})

const idOf = (url: string) => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')

const isOnline = () => globalThis.navigator?.onLine !== false

/** Waits `ms`; the browser coming online ends it early, an aborted `signal` rejects. */
function waitOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    globalThis.addEventListener?.('online', end)
    signal.addEventListener('abort', end)
  })
}
