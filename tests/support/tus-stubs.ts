import type { HttpRequest, PreviousUpload, UrlStorage } from 'tus-js-client'

/** Creates a tus request that uses `fetch`, because Node has no XMLHttpRequest. */
export function createFetchRequest(
  method: string,
  url: string,
): HttpRequest & { send: (body: Blob | null) => ReturnType<HttpRequest['send']> } {
  const headers = new Headers()
  const abortController = new AbortController()
  let onBytesSent: (bytes: number) => void = () => {}
  return {
    getMethod: () => method,
    getURL: () => url,
    setHeader: (name, value) => headers.set(name, value),
    getHeader: (name) => headers.get(name) ?? undefined,
    setProgressHandler: (handler) => {
      onBytesSent = handler
    },
    send: async (body: Blob | null) => {
      const response = await fetch(url, { method, headers, body, signal: abortController.signal })
      const text = await response.text()
      if (response.ok) onBytesSent(body?.size ?? 0)
      return {
        getStatus: () => response.status,
        getHeader: (name) => response.headers.get(name) ?? undefined,
        getBody: () => text,
        getUnderlyingObject: () => response,
      }
    },
    abort: async () => abortController.abort(),
    getUnderlyingObject: () => null,
  }
}

/** Stores the URLs of unfinished uploads in memory, as a browser does in local storage. */
export function createMemoryUrlStorage(): UrlStorage & { size: () => number } {
  const previousUploads = new Map<string, PreviousUpload>()
  let count = 0
  return {
    size: () => previousUploads.size,
    findAllUploads: async () => [...previousUploads.values()],
    findUploadsByFingerprint: async (fingerprint) =>
      [...previousUploads.values()].filter((upload) => upload.urlStorageKey.startsWith(fingerprint)),
    removeUpload: async (key) => {
      previousUploads.delete(key)
    },
    addUpload: async (fingerprint, upload) => {
      const key = `${fingerprint}::${count++}`
      previousUploads.set(key, { ...upload, urlStorageKey: key })
      return key
    },
  }
}
