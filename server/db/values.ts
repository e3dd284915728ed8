import { type Expression, type RawBuilder, sql } from 'kysely'

/** Hands a value to a JSON column; the same text for PGlite and PostgreSQL, whose drivers treat arrays differently. */
export const json = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value)}::text::jsonb`

/** What names are sorted and searched by: without case and accents, so that "Élan" stands among the E's. */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** A `like` pattern that finds a text anywhere; `%`, `_` and the backslash stand for themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** Stands for a space where a phrase is looked for: no key has capitals. */
const SPACE = 'Q'

/**
 * A key, or what is looked for in keys, as one word without spaces: the index of trigrams knows a phrase only so. The
 * expression on a column is the index's own, to the letter.
 */
export function asOneWord(key: string): string
export function asOneWord(key: Expression<string>): RawBuilder<string>
export function asOneWord(key: string | Expression<string>): string | RawBuilder<string> {
  if (typeof key !== 'string') return sql<string>`replace(${key}, ' ', ${sql.lit(SPACE)})`
  return key.replaceAll(' ', SPACE)
}
