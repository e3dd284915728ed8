/** Built-in languages. For other languages, a host can provide its own `Translate` function. */
export const LANGUAGES = ['en', 'de'] as const

export type Language = (typeof LANGUAGES)[number]
