import { type Expression, type RawBuilder, sql } from 'kysely'

/** Passes a value to a JSON column, as the same text for PGlite and PostgreSQL, whose drivers treat arrays differently. */
export const jsonSql = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value)}::text::jsonb`

/**
 * Returns the key that names are sorted and searched by: without case, accents and invisible characters, so that "Élan" sorts
 * under E.
 */
export const toNameKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .trim()

/** Returns a `like` pattern that finds a text anywhere; `%`, `_` and the backslash match themselves. */
export const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** Character that replaces spaces in phrase searches. Keys contain no capitals. */
const SPACE_REPLACEMENT = 'Q'

/**
 * Replaces the spaces of a key or a search text, as the trigram index for phrases requires. The expression on a column must match
 * the expression of the index exactly.
 */
export function replaceSpaces(key: string): string
export function replaceSpaces(key: Expression<string>): RawBuilder<string>
export function replaceSpaces(key: string | Expression<string>): string | RawBuilder<string> {
  if (typeof key !== 'string') return sql<string>`replace(${key}, ' ', ${sql.lit(SPACE_REPLACEMENT)})`
  return key.replaceAll(' ', SPACE_REPLACEMENT)
}
