import type { Vocabulary } from '../words.ts'

/** Sentences of the list of users and of a user’s page. */
export const usersWords: Vocabulary = { en: () => import('./en/users.ts'), de: () => import('./de/users.ts') }
