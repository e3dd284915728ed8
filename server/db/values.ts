import { type RawBuilder, sql } from 'kysely'

/** Hands a value to a JSON column; the same text for PGlite and PostgreSQL, whose drivers treat arrays differently. */
export const json = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value)}::text::jsonb`

/** What names are sorted and searched by: without case and accents, so that "Élan" stands among the E's. */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** A `like` pattern that finds a text anywhere; `%`, `_` and the backslash stand for themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
