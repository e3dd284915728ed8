import { ApiError } from '../../api/contract/errors.ts'

/**
 * Returns whether a failed refresh ends the session (Spec §8): status 404 or 401, or a message that the refresh token is expired,
 * revoked or not found. Any other error is transient and never signs the user out.
 */
export function isSessionEndingError(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'http') return false
  if (error.status === 401 || error.status === 404) return true
  return /refresh token.*(expired|revoked|not found)/i.test(error.message)
}
