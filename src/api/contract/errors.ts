import * as v from 'valibot'

export const ERROR_STATUS = {
  INVALID_INPUT: 400,
  NOT_SIGNED_IN: 401,
  TOKEN_EXPIRED: 401,
  WRONG_CREDENTIALS: 401,
  WRONG_CODE: 401,
  CODE_REQUIRED: 403,
  VERIFY_EMAIL_FIRST: 403,
  REFRESH_TOKEN_EXPIRED: 401,
  REFRESH_TOKEN_REVOKED: 401,
  REFRESH_TOKEN_NOT_FOUND: 404,
  FORBIDDEN: 403,
  FRESH_AUTH_REQUIRED: 403,
  NOT_FOUND: 404,
  REQUEST_TIMEOUT: 408,
  EMAIL_TAKEN: 409,
  LINK_EXPIRED: 410,
  LINK_USED: 410,
  NAME_TAKEN: 409,
  OWN_ROLE: 409,
  EMAIL_NOT_VERIFIED: 409,
  PASSWORD_REQUIRED: 409,
  LIMIT_REACHED: 409,
  TOO_MANY_TAGS: 409,
  NO_PARENT: 409,
  IMPORT_RUNNING: 409,
  IDEMPOTENCY_CONFLICT: 409,
  TOKEN_ALREADY_MADE: 409,
  WEBHOOK_ALREADY_MADE: 409,
  JOB_OVER: 409,
  NO_BODY: 409,
  CAGE_MISSING: 409,
  CAGE_TOPOLOGY_MISMATCH: 409,
  VARIANT_NOT_MADE: 409,
  STALE_WRITE: 412,
  FILE_TOO_LARGE: 413,
  QUOTA_EXCEEDED: 413,
  EXPORT_TOO_LARGE: 413,
  WRONG_FILE_TYPE: 415,
  HOST_NOT_ALLOWED: 421,
  CHECKSUM_MISMATCH: 460,
  FILE_UNKNOWN: 422,
  MODEL_INVALID: 422,
  ARCHIVE_INVALID: 422,
  IMAGE_INVALID: 422,
  CAGE_OPEN: 422,
  CAGE_INVERTED: 422,
  CAGE_CUTS_ITSELF: 422,
  CAGE_TOO_SMALL: 422,
  CAGE_TOO_LARGE: 422,
  CAGE_NOT_FINITE: 422,
  BODY_OUTSIDE_CAGE: 422,
  ASSET_LOCKED: 423,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  FILES_READ_ONLY: 503,
  STORAGE_FULL: 507,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

/** One fault of the input: its path (`body.name`) and the reason. */
export const FieldError = v.object({ path: v.string(), message: v.string() })
export type FieldError = v.InferOutput<typeof FieldError>

/** Body of every error response: our member `error`, and the members of RFC 9457. */
export const ErrorBody = v.object({
  error: v.object({
    code: v.picklist(Object.keys(ERROR_STATUS) as ErrorCode[]),
    message: v.string(),
    status: v.number(),
    details: v.optional(v.unknown()),
  }),
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.string(),
})
export type ErrorBody = v.InferOutput<typeof ErrorBody>

/** Kind of failure of a call: a response with an error status, or no usable response (Spec §8). */
export type ApiErrorKind = 'http' | 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR'

export type ErrorMessageKey = `error.${ErrorCode | Exclude<ApiErrorKind, 'http'> | 'USER_NOT_VERIFIED' | 'unknown'}`

/** The only error that the API layer throws; `service` is the called service of the contract. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  readonly service: string
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined
  readonly code: ErrorCode | undefined
  readonly details: unknown
  /** Seconds of `Retry-After`; undefined if the server sent none. */
  readonly retryAfter: number | undefined

  constructor(
    kind: ApiErrorKind,
    service: string,
    response?: { status: number; body?: ErrorBody; retryAfter?: number | undefined },
    cause?: unknown,
  ) {
    const serverError = response?.body?.error
    super(serverError?.message ?? `${service}: ${kind}${response ? ` ${response.status}` : ''}`, { cause })
    this.name = 'ApiError'
    this.kind = kind
    this.service = service
    this.status = response?.status
    this.code = serverError?.code
    this.details = serverError?.details
    this.retryAfter = response?.retryAfter
  }

  /** Key of the message for the user: by the server's code, else by the kind of failure. */
  get messageKey(): ErrorMessageKey {
    if (this.code) return `error.${this.code}`
    return this.kind === 'http' ? 'error.unknown' : `error.${this.kind}`
  }

  /** Faults of a refused input, with paths such as `body.name`. */
  get fieldErrors(): readonly FieldError[] {
    return this.code === 'INVALID_INPUT' && Array.isArray(this.details) ? (this.details as FieldError[]) : []
  }
}

/** Returns the error for one refused item of a bulk response, as a call for this item alone would throw it. */
export function createApiError(service: string, code: ErrorCode): ApiError {
  const status = ERROR_STATUS[code]
  const error = { code, message: code, status }
  return new ApiError('http', service, { status, body: { error, type: '', title: code, status, detail: code } })
}

/** Error of a sign-in whose response contains a user without a verified e-mail (Spec §8). */
export class UserNotVerifiedError extends Error {
  readonly messageKey = 'error.USER_NOT_VERIFIED'
  override name = 'USER_NOT_VERIFIED'
}

/** Returns whether a retry may succeed: false if the caller lacks the right. */
export const isRetryable = (error: unknown): boolean => !isForbidden(error)

/** Client errors that a retry may resolve: timeout, outdated offset (409), lock (423), early request, throttled request. */
export const TRANSIENT_STATUSES: readonly number[] = [408, 409, 423, 425, 429]

/**
 * Returns whether the server refused the request itself, so that a retry is pointless. A missing session (401) does not count.
 */
export const isPermanentRejection = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status !== undefined &&
  error.status < 500 &&
  error.status !== 401 &&
  !TRANSIENT_STATUSES.includes(error.status)

/** Returns undefined for a permanent rejection, such as a 404. Rethrows every other error. */
export const ignorePermanentRejection = (error: unknown): undefined => {
  if (isPermanentRejection(error)) return undefined
  throw error
}

/** Returns whether the server refused a call because the caller lacks the right. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.code === 'FORBIDDEN'

export const getErrorMessageKey = (error: unknown): ErrorMessageKey =>
  error instanceof ApiError || error instanceof UserNotVerifiedError ? error.messageKey : 'error.unknown'
