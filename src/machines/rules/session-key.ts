/** The key the session is kept under in the browser's local storage (Spec §9). */
export const SESSION_KEY = 'persist:user'

/** Nobody's session is kept here; where that cannot be told, the app sees. */
export function isNobody(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) === null
  } catch {
    return false
  }
}
