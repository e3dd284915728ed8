import { SESSION_KEY } from '../machines/rules/session-key.ts'

/** Nobody's session is kept here; where that cannot be told, the app sees. */
export function isNobody(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) === null
  } catch {
    return false
  }
}
