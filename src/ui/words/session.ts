import type { Vocabulary } from '../words.ts'

/** Sentences of sign-in, sign-up and the account. */
export const sessionWords: Vocabulary = { en: () => import('./en/session.ts'), de: () => import('./de/session.ts') }
