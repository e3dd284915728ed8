/** The languages that ship; a host may hand in its own {@link Translate} for any other. */
export const LANGUAGES = ['en', 'de'] as const

export type Language = (typeof LANGUAGES)[number]
