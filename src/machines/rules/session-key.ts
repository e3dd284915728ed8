/** The key the session is kept under in the browser's local storage (Spec §9). */
export const SESSION_KEY = 'persist:user'
