/** Local storage key of the session (Spec §9). */
export const SESSION_KEY = 'persist:user'
