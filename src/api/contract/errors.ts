import * as v from 'valibot'

/** Every code the server answers an error with, and the status that goes with it. */
export const ERROR_STATUS = {
  INVALID_INPUT: 400,
  NOT_SIGNED_IN: 401,
  TOKEN_EXPIRED: 401,
  WRONG_CREDENTIALS: 401,
  WRONG_CODE: 401,
  CODE_REQUIRED: 403,
  REFRESH_TOKEN_EXPIRED: 401,
  REFRESH_TOKEN_REVOKED: 401,
  REFRESH_TOKEN_NOT_FOUND: 404,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  REQUEST_TIMEOUT: 408,
  EMAIL_TAKEN: 409,
  LINK_EXPIRED: 410,
  NAME_TAKEN: 409,
  OWN_ROLE: 409,
  EMAIL_NOT_VERIFIED: 409,
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
  STORAGE_FULL: 507,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

/** One fault of the input: where it is (`body.name`) and what is wrong with it. */
export const Fault = v.object({ path: v.string(), message: v.string() })
export type Fault = v.InferOutput<typeof Fault>

/** The body of every failed answer: our `error`, with the members of RFC 9457 beside it. */
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

/** What went wrong with a call: an answer with a failing status, or none that could be used (Spec §8). */
export type ApiErrorKind = 'http' | 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR'

/** The one error that leaves the API layer; `service` is the name of the contract's service that was called. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  readonly service: string
  /** HTTP status, only where there was an answer. */
  readonly status: number | undefined
  /** The server's code, only where the answer carried one. */
  readonly code: ErrorCode | undefined
  /** Faults of the input or other facts the server added. */
  readonly details: unknown
  /** Seconds after which the server says to come again, only where it did. */
  readonly retryAfter: number | undefined

  constructor(
    kind: ApiErrorKind,
    service: string,
    answer?: { status: number; body?: ErrorBody; retryAfter?: number | undefined },
    cause?: unknown,
  ) {
    const stated = answer?.body?.error
    super(stated?.message ?? `${service}: ${kind}${answer ? ` ${answer.status}` : ''}`, { cause })
    this.name = 'ApiError'
    this.kind = kind
    this.service = service
    this.status = answer?.status
    this.code = stated?.code
    this.details = stated?.details
    this.retryAfter = answer?.retryAfter
  }

  /** The key of the sentence a person reads: the server's code, else the kind of failure. */
  get word(): string {
    if (this.code) return `error.${this.code}`
    return this.kind === 'http' ? 'error.unknown' : `error.${this.kind}`
  }

  /** The faults of a refused input, by the field's path below the body. */
  get faults(): readonly Fault[] {
    return this.code === 'INVALID_INPUT' && Array.isArray(this.details) ? (this.details as Fault[]) : []
  }
}

/** The error of a single thing that an answer tells was refused: as if it had been asked for alone. */
export function refusal(service: string, code: ErrorCode): ApiError {
  const status = ERROR_STATUS[code]
  const error = { code, message: code, status }
  return new ApiError('http', service, { status, body: { error, type: '', title: code, status, detail: code } })
}

/** The login's answer holds a user whose e-mail is not verified (Spec §8). */
export class UserNotVerified extends Error {
  readonly word = 'error.USER_NOT_VERIFIED'
  override name = 'USER_NOT_VERIFIED'
}

/** Whether the same call may succeed another time: never where the caller lacks the permission. */
export const isWorthRetrying = (error: unknown): boolean => !isForbidden(error)

/** Whether the caller lacks the right: what is to be said is who grants it. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.code === 'FORBIDDEN'

/** The key of the sentence for whatever was thrown. */
export const wordOf = (error: unknown): string =>
  error instanceof ApiError || error instanceof UserNotVerified ? error.word : 'error.unknown'
