import * as v from 'valibot'
import { MOST_IDS } from './text.ts'

/** Rows a page holds when nobody says otherwise (Spec §9), and the most a caller may ask for. */
export const DEFAULT_LIMIT = 10
export const MAX_LIMIT = 100

/** The last page there is to ask for; one beyond it means this one. */
export const MAX_PAGE = 1_000_000

/** The most characters of a cursor. */
export const MOST_CURSOR = 4096

export type Direction = 'asc' | 'desc'

/** Sort direction by field; at most one field at a time. */
export type Order = Readonly<Record<string, Direction>>

/** What a list asks for. `page` is 1-based; `filter` holds no empty values. */
export interface ListQuery {
  readonly page: number
  readonly limit: number
  readonly order: Order
  readonly filter: Filter
}
export type Filter = Readonly<Record<string, unknown>>

/** How many there are in all, and where this page stands among them. */
export const Pagination = v.object({
  page: v.number(),
  limit: v.number(),
  totalPages: v.number(),
  totalDocs: v.number(),
  hasNextPage: v.boolean(),
  /** There are more than are counted: the totals are estimates. */
  approximate: v.optional(v.boolean()),
  /** What to ask for with `after`, for the rows that come next; where there are some. */
  nextCursor: v.optional(v.string()),
})
export type Pagination = v.InferOutput<typeof Pagination>

/** One page of rows, as every list answers. */
export const listPage = <R extends v.GenericSchema>(row: R) => v.object({ data: v.array(row), pagination: Pagination })
export interface ListPage<R> {
  data: R[]
  pagination: Pagination
}

/** Writes an order as the field's name, with a leading minus for descending (Spec §7 Lists); none gives `undefined`. */
export function formatOrder(order: Order): string | undefined {
  const [first] = Object.entries(order)
  if (!first) return undefined
  const [field, direction] = first
  return direction === 'desc' ? `-${field}` : field
}

/** Reads "name" or "-name"; an empty or missing text is no order. */
export function parseOrder(text: string | undefined): Order {
  const field = text?.replace(/^-/, '')
  return field ? { [field]: text?.startsWith('-') ? 'desc' : 'asc' } : {}
}

const wholeNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))]),
  v.integer(),
  v.minValue(1),
)

/** The query parameters every list takes; `fields` are those it can be sorted by. */
export const listParameters = <const F extends readonly [string, ...string[]]>(fields: F) => ({
  page: v.optional(
    v.pipe(
      wholeNumber,
      v.transform((page) => Math.min(page, MAX_PAGE)),
    ),
    1,
  ),
  limit: v.optional(v.pipe(wholeNumber, v.maxValue(MAX_LIMIT)), DEFAULT_LIMIT),
  after: v.optional(v.pipe(v.string(), v.maxLength(MOST_CURSOR), v.regex(/^[\w-]*$/))),
  order: v.optional(v.picklist(fields.flatMap((field) => [field, `-${field}`]) as (F[number] | `-${F[number]}`)[])),
})

/** A filter that takes one value or several (`type=top&type=hair`). */
export const oneOrMany = <S extends v.GenericSchema<string, string>>(value: S) =>
  v.optional(
    v.pipe(
      v.union([value, v.pipe(v.array(value), v.maxLength(MOST_IDS))]),
      v.transform((given) => (Array.isArray(given) ? given : [given]) as v.InferOutput<S>[]),
    ),
  )
