/** Built-in languages. A host can provide its own `Translate` function for others. */
export const LANGUAGES = ['en', 'de'] as const

export type Language = (typeof LANGUAGES)[number]
