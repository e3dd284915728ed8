import { ApiError } from '../../api/contract/errors.ts'

/**
 * Returns whether a failed refresh ends the session: its message says that the refresh token is expired, revoked or not found, or
 * its status is 404 or 401 (Spec §8). Any other error is transient and never signs the user out.
 */
export function isSessionEndingError(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'http') return false
  if (error.status === 401 || error.status === 404) return true
  return /refresh token.*(expired|revoked|not found)/i.test(error.message)
}
