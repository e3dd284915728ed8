import type { OutageLog } from '../db/outage-log.ts'
import { formatErrorReason } from './database-errors.ts'

/** Error of a file store that is unreachable because of network, service or disk. The request may have taken effect. */
export class FileStoreUnavailableError extends Error {
  override name = 'FileStoreUnavailableError'
}

/** Errno codes of temporary disk and network errors, and of errors that an operator can resolve. */
const TRANSIENT_CODES =
  /^(EIO|EROFS|ENODEV|ENXIO|ESTALE|EREMOTEIO|ENOTCONN|EACCES|EPERM|EMFILE|ENFILE|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTDOWN|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Names of the AWS client's errors without a usable response, or for a missing bucket. */
const NO_RESPONSE_NAMES = /^(TimeoutError|RequestTimeout|NetworkingError|NoSuchBucket)$/

/** Returns whether a service is overloaded, down or rejects the server's credentials. A 404 is left to the caller. */
const isTransientStatus = (status: number) => status >= 500 || [401, 403, 408, 429].includes(status)

interface CodedError {
  code?: unknown
  name?: string
  $metadata?: { httpStatusCode?: number }
}

export const getHttpStatus = (error: unknown): number | undefined =>
  (error as CodedError | undefined)?.$metadata?.httpStatusCode

/** Returns whether an error or one of its causes is a {@link FileStoreUnavailableError}. */
export function isFileStoreUnavailable(error: unknown): boolean {
  for (let [cause, depth] = [error, 0]; cause && depth < 5; depth++) {
    if (cause instanceof FileStoreUnavailableError) return true
    cause = (cause as Error).cause
  }
  return false
}

function isTransient(error: unknown): boolean {
  const { code, name } = (error ?? {}) as CodedError
  const status = getHttpStatus(error)
  if (TRANSIENT_CODES.test(String(code ?? '')) || NO_RESPONSE_NAMES.test(name ?? '')) return true
  return status !== undefined && isTransientStatus(status)
}

/**
 * Converts an error of an unreachable store to {@link FileStoreUnavailableError} and reports the outage. Returns other errors
 * unchanged.
 */
export function toFileStoreError(error: unknown, outage?: OutageLog): unknown {
  if (error instanceof FileStoreUnavailableError || !isTransient(error)) return error
  outage?.reportFailure(error)
  return new FileStoreUnavailableError(`The file store is unreachable: ${formatErrorReason(error)}`, { cause: error })
}

/**
 * Runs a request to the store and reports the start and the end of an outage. Rejects with {@link FileStoreUnavailableError}
 * while the store is unreachable.
 */
export async function withOutageReport<T>(outage: OutageLog | undefined, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    outage?.reportSuccess()
    return result
  } catch (error) {
    throw toFileStoreError(error, outage)
  }
}
