import { ERROR_STATUS, type ErrorBody, type ErrorCode, type Fault } from '../src/api/contract/errors.ts'
import { isDatabaseAway, isStorageFull } from './db/faults.ts'

/** What a handler throws to answer with an error of the contract. The message is a sentence a person may read. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: unknown,
    /** Whole seconds after which the caller may try again (`Retry-After`). */
    readonly retryAfter?: number,
  ) {
    super(message)
    this.name = 'Refusal'
  }
}

/** More faults than anyone mends at once; the rest is not told, so that an answer is never longer than what was asked. */
const MOST_FAULTS = 50

/** Refuses input: 400 `INVALID_INPUT` whose details name every fault (the first 50 of them). */
export function invalidInput(given: readonly Fault[]): Refusal {
  const faults = given.slice(0, MOST_FAULTS)
  return new Refusal('INVALID_INPUT', faults.map(({ path, message }) => `${path}: ${message}`).join(' '), faults)
}

/** 404 for one thing by its name and id. */
export const notFound = (what: string) => new Refusal('NOT_FOUND', `${what} was not found.`)

/** Content type of every failed answer (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json'

/** The body of a failed answer. `status` differs from the code's own only for faults of the tus protocol. */
export function errorBody(refusal: Refusal, status: number = ERROR_STATUS[refusal.code]): ErrorBody {
  const { code, message, details } = refusal
  return {
    error: { code, message, status, ...(details === undefined ? {} : { details }) },
    type: `/docs#${code}`,
    title: title(code),
    status,
    detail: message,
  }
}

/** The whole answer for a refusal. */
export function errorResponse(refusal: Refusal, status: number = ERROR_STATUS[refusal.code]): Response {
  const headers = new Headers({ 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store' })
  if (refusal.retryAfter !== undefined) headers.set('retry-after', String(refusal.retryAfter))
  if (status === 401) headers.set('www-authenticate', 'Bearer')
  return new Response(JSON.stringify(errorBody(refusal, status)), { status, headers })
}

/** When a caller may ask again while the database is away, in seconds. */
const AWAY_SECONDS = 2

/** PostgreSQL's code for a row that points at one that is not there. */
const POINTS_AT_NOTHING = '23503'

/**
 * Turns anything thrown into a refusal: a full disk is `STORAGE_FULL`, a database that cannot be had `UNAVAILABLE`, and what
 * was there when it was checked and is gone when it is written is nobody's fault. What is none of these becomes `INTERNAL`
 * and tells nothing of its inside.
 */
export function asRefusal(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown
  if (thrown instanceof Error && 'code' in thrown && thrown.code === POINTS_AT_NOTHING)
    return notFound('Something this refers to')
  if (isStorageFull(thrown))
    return new Refusal(
      'STORAGE_FULL',
      'The server is out of storage, so nothing was saved. Its admin has to free some.',
    )
  if (isDatabaseAway(thrown))
    return new Refusal('UNAVAILABLE', 'The service cannot reach its database. Try again.', undefined, AWAY_SECONDS)
  return new Refusal('INTERNAL', 'Something went wrong on the server. Try again.')
}

/** "ASSET_LOCKED" → "Asset locked". */
function title(code: ErrorCode): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
