import { SESSION_KEY } from '../machines/rules/session-key.ts'

/** Returns whether no session is stored on this device. Returns false if storage is denied; the app then decides. */
export function isSignedOut(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) === null
  } catch {
    return false
  }
}
