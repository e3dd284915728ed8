import { ApiError } from '../../api/contract/errors.ts'

/**
 * Whether a failed refresh means that the session is over: its message says that the refresh token is expired, revoked
 * or not found, or its status is 404 or 401 (Spec §8). Anything else is a passing fault and logs nobody out.
 */
export function endsSession(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'http') return false
  if (error.status === 401 || error.status === 404) return true
  return /refresh token.*(expired|revoked|not found)/i.test(error.message)
}
