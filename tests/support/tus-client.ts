import type { HttpRequest, PreviousUpload, UrlStorage } from 'tus-js-client'

/** One tus request over fetch, as Node has no XMLHttpRequest. */
export function overFetch(
  method: string,
  url: string,
): HttpRequest & { send: (body: Blob | null) => ReturnType<HttpRequest['send']> } {
  const headers = new Headers()
  const cut = new AbortController()
  let tell: (bytes: number) => void = () => {}
  return {
    getMethod: () => method,
    getURL: () => url,
    setHeader: (name, value) => headers.set(name, value),
    getHeader: (name) => headers.get(name) ?? undefined,
    setProgressHandler: (handler) => {
      tell = handler
    },
    send: async (body: Blob | null) => {
      const answer = await fetch(url, { method, headers, body, signal: cut.signal })
      const text = await answer.text()
      if (answer.ok) tell(body?.size ?? 0)
      return {
        getStatus: () => answer.status,
        getHeader: (name) => answer.headers.get(name) ?? undefined,
        getBody: () => text,
        getUnderlyingObject: () => answer,
      }
    },
    abort: async () => cut.abort(),
    getUnderlyingObject: () => null,
  }
}

/** Keeps the addresses of unfinished uploads as a browser does, for as long as the test runs. */
export function memoryStorage(): UrlStorage & { size: () => number } {
  const kept = new Map<string, PreviousUpload>()
  let count = 0
  return {
    size: () => kept.size,
    findAllUploads: async () => [...kept.values()],
    findUploadsByFingerprint: async (print) => [...kept.values()].filter((it) => it.urlStorageKey.startsWith(print)),
    removeUpload: async (key) => {
      kept.delete(key)
    },
    addUpload: async (print, upload) => {
      const key = `${print}::${count++}`
      kept.set(key, { ...upload, urlStorageKey: key })
      return key
    },
  }
}
