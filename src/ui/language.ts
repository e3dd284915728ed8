/** Built-in languages. A host can provide its own {@link Translate} for others. */
export const LANGUAGES = ['en', 'de'] as const

export type Language = (typeof LANGUAGES)[number]
