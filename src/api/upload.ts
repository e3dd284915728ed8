import type { HttpStack, Upload, UploadOptions, UrlStorage } from 'tus-js-client'
import { uuidv7 } from 'uuidv7'
import { resolveApiUrl, type TokenSource } from './authorization.ts'
import { ApiError, ignorePermanentRejection, isPermanentRejection } from './contract/errors.ts'
import { type AnyUploadKind, FILES_PATH, type StoredFile } from './contract/files.ts'
import { jitteredBackoffMs } from './contract/jittered-backoff.ts'
import { hashFile } from './hash-file.ts'
import { createSemaphore } from './semaphore.ts'
import { type CreateRequest, withToken } from './tus-http-stack.ts'
import { isRetryableUpload, isUploadMissing, retryAfterMs, toApiError } from './upload-errors.ts'

/** Bytes per request. Small, so that an aborted connection loses little and the token is renewed often enough. */
const CHUNK_BYTES = 5 * 1024 * 1024

/** Time without a byte or a response after which a connection counts as dead, in milliseconds. */
const STALL_TIMEOUT_MS = 45_000

/** Time after which a browser's offline state is no longer trusted, in milliseconds. */
const MAX_OFFLINE_WAIT_MS = 30_000

/** Number of times that the server may lose the uploaded bytes before the upload fails. */
const MAX_RESTARTS = 3

export const MAX_PARALLEL_UPLOADS = 3

/** Dependencies of {@link createFileUploader}. The optional ones default to those of the browser. */
export interface UploadDependencies {
  apiBase: string
  tokens: Pick<TokenSource, 'getFreshToken'>
  api: { files: { describe: (input: { id: string }, options?: { signal?: AbortSignal }) => Promise<StoredFile> } }
  request?: CreateRequest
  /** Storage for the addresses of unfinished uploads. */
  urlStorage?: UrlStorage
  /** Waits `ms`, or until the browser comes online. Rejects with the signal's reason. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

interface UploadAttemptOptions {
  kind: AnyUploadKind
  onProgress: (sentBytes: number, totalBytes: number) => void
  onStateChange: (state: 'transferring' | 'waiting' | 'retrying' | 'offline') => void
  signal: AbortSignal
}

/** Uploads a file; `discard` ends the file's unfinished upload on the server. */
export interface FileUploader {
  (file: File, options: UploadAttemptOptions): Promise<StoredFile>
  discard: (file: File, kind: AnyUploadKind) => Promise<void>
}

/**
 * Creates the file uploader: tus 1.0, {@link MAX_PARALLEL_UPLOADS} at a time, with a SHA-256 check by the server. Uploads resume
 * automatically after connection losses, offline times, restarts of the server and reloads of the page. Rejects with `ApiError`
 * if a retry cannot help, or with the signal's reason. A later upload of the same file then resumes.
 */
export function createFileUploader({
  apiBase,
  tokens,
  api,
  request,
  urlStorage,
  wait = waitUntilOnline,
}: UploadDependencies): FileUploader {
  const endpoint = resolveApiUrl(apiBase, FILES_PATH).href

  const prepare = async (file: File, kind: AnyUploadKind) => {
    const [sha256, tus] = await Promise.all([hashFile(file), import('tus-js-client')])
    const storage = urlStorage ?? (tus.defaultOptions.urlStorage as UrlStorage)
    const createRequest = request ?? ((method, url) => new tus.DefaultHttpStack({}).createRequest(method, url))
    const options: UploadOptions = {
      endpoint,
      chunkSize: CHUNK_BYTES,
      retryDelays: null,
      metadata: { kind, filename: file.name, sha256 },
      // If the response to a creation is lost, the retry finds the same upload, so quota is reserved only once.
      headers: { 'Idempotency-Key': uuidv7() },
      fingerprint: async () => `atelier-${kind}-${sha256}-${endpoint}`,
      urlStorage: storage,
      fileReader: { openFile: async () => toTusSource(file) },
      httpStack: { createRequest: withToken(createRequest, tokens), getName: () => 'atelier' } satisfies HttpStack,
    }
    return { tus, storage, options, fingerprint: `atelier-${kind}-${sha256}-${endpoint}` }
  }

  const slots = createSemaphore(MAX_PARALLEL_UPLOADS)

  const send = async (file: File, options: UploadAttemptOptions): Promise<StoredFile> => {
    const release = await slots.take(options.signal, () => options.onStateChange('waiting'))
    try {
      options.onStateChange('transferring')
      return await sendInSlot(file, options)
    } finally {
      release()
    }
  }

  const sendInSlot = async (
    file: File,
    { kind, onProgress, onStateChange, signal }: UploadAttemptOptions,
  ): Promise<StoredFile> => {
    const { tus, storage, options, fingerprint } = await prepare(file, kind)
    let furthest = 0
    let tries = 0
    let losses = 0
    const reportProgress = (sent: number, total: number) => {
      if (sent > furthest) tries = 0
      furthest = Math.max(furthest, sent)
      onStateChange('transferring')
      onProgress(sent, total)
    }
    const forgetUpload = async () => {
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
        const url = await runUploadAttempt(upload, reportProgress, signal)
        const stored = await api.files.describe({ id: getUploadId(url) }, { signal })
        await forgetUpload()
        return stored
      } catch (thrown) {
        signal.throwIfAborted()
        let error = toApiError(thrown)
        const address = upload.url ?? previous?.uploadUrl
        if (address && isUploadMissing(error)) {
          try {
            // The upload may be complete, with only its last response lost. Otherwise the server has removed the upload, and the
            // client starts a new one.
            const stored = await api.files
              .describe({ id: getUploadId(address) }, { signal })
              .catch(ignorePermanentRejection)
            await forgetUpload()
            if (stored) return stored
            losses += 1
            furthest = 0
            onProgress(0, file.size)
            if (losses < MAX_RESTARTS) continue
          } catch (lookupError) {
            signal.throwIfAborted()
            error = toApiError(lookupError)
          }
        }
        tries += 1
        if (!isRetryableUpload(error, tries)) {
          if (isPermanentRejection(error)) await forgetUpload()
          throw error
        }
        onStateChange(isOnline() ? 'retrying' : 'offline')
        await wait(isOnline() ? Math.max(jitteredBackoffMs(tries), retryAfterMs(error)) : MAX_OFFLINE_WAIT_MS, signal)
      }
    }
  }

  const discard = async (file: File, kind: AnyUploadKind) => {
    const { tus, storage, options, fingerprint } = await prepare(file, kind)
    for (const { uploadUrl, urlStorageKey } of await storage.findUploadsByFingerprint(fingerprint)) {
      await storage.removeUpload(urlStorageKey)
      // If the server is unreachable, the upload stays unfinished; the server removes such uploads later.
      if (uploadUrl) await tus.Upload.terminate(uploadUrl, options).catch(() => {})
    }
  }

  return Object.assign(send, { discard })
}

/**
 * Runs one upload until it is complete, and returns its address. Rejects at the first interruption; the server retains the bytes
 * sent.
 */
function runUploadAttempt(
  upload: Upload,
  onProgress: (sent: number, total: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    let stallTimer: ReturnType<typeof setTimeout>
    const fail = (reason: unknown) => {
      upload.abort().catch(() => {})
      finish(() => reject(reason))
    }
    const onAbort = () => fail(signal.reason)
    const onOffline = () => fail(new ApiError('FETCH_ERROR', 'files'))
    const restartStallTimer = () => {
      clearTimeout(stallTimer)
      stallTimer = setTimeout(() => fail(new ApiError('TIMEOUT_ERROR', 'files')), STALL_TIMEOUT_MS)
    }
    const finish = (settle: () => void) => {
      clearTimeout(stallTimer)
      signal.removeEventListener('abort', onAbort)
      globalThis.removeEventListener?.('offline', onOffline)
      settle()
    }
    signal.addEventListener('abort', onAbort)
    globalThis.addEventListener?.('offline', onOffline)
    Object.assign(upload.options, {
      onProgress: (sent: number, total: number) => {
        restartStallTimer()
        onProgress(sent, total)
      },
      onSuccess: () => finish(() => resolve(upload.url ?? '')),
      onError: (error: unknown) => finish(() => reject(error)),
    } satisfies Partial<UploadOptions>)
    restartStallTimer()
    upload.start()
  })
}

/** Adapts a file to tus. Reads each slice only when it is sent. */
const toTusSource = (file: File) => ({
  size: file.size,
  slice: async (start: number, end: number) => ({ value: file.slice(start, end), done: end >= file.size }),
  close: () => {},
})

const getUploadId = (url: string) => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')

const isOnline = () => globalThis.navigator?.onLine !== false

function waitUntilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', finish)
      signal.removeEventListener('abort', finish)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(finish, ms)
    globalThis.addEventListener?.('online', finish)
    signal.addEventListener('abort', finish)
  })
}
