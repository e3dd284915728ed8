import { SESSION_KEY } from '../machines/session/session-key.ts'

/**
 * Returns whether no session is stored on this device. Returns false if access to storage is denied, so that the app checks the
 * session.
 */
export function isSignedOut(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) === null
  } catch {
    return false
  }
}
