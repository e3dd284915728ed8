import * as v from 'valibot'
import { MAX_IDS } from './text.ts'

/** Default number of rows per page (Spec §9), and the maximum that a caller can request. */
export const DEFAULT_LIST_LIMIT = 10
export const MAX_LIST_LIMIT = 100

/** Highest page number. Higher numbers are treated as this number. */
export const MAX_PAGE_NUMBER = 1_000_000

/** Maximum length of a cursor, in characters. */
export const MAX_CURSOR_LENGTH = 1500

export type Direction = 'asc' | 'desc'

/** Sort direction by field; at most one field. */
export type Order = Readonly<Record<string, Direction>>

/** Query of a list. `page` is 1-based; `filter` contains no empty values. */
export interface ListQuery {
  readonly page: number
  readonly limit: number
  readonly order: Order
  readonly filter: Filter
}
export type Filter = Readonly<Record<string, unknown>>

export const Pagination = v.object({
  page: v.number(),
  limit: v.number(),
  totalPages: v.number(),
  totalDocs: v.number(),
  hasNextPage: v.boolean(),
  /** Whether the totals are estimates, because the list has more rows than the server counts. */
  approximate: v.optional(v.boolean()),
  /** Value of `after` for the next page; absent on the last page. */
  nextCursor: v.optional(v.string()),
})
export type Pagination = v.InferOutput<typeof Pagination>

/** One page of rows, the response shape of every list. */
export const listPage = <R extends v.GenericSchema>(row: R) => v.object({ data: v.array(row), pagination: Pagination })
export interface ListPage<R> {
  data: R[]
  pagination: Pagination
}

/**
 * Formats an order as the field's name, with a leading minus for descending (Spec §7 Lists); returns `undefined` without an
 * order.
 */
export function formatOrder(order: Order): string | undefined {
  const [first] = Object.entries(order)
  if (!first) return undefined
  const [field, direction] = first
  return direction === 'desc' ? `-${field}` : field
}

/** Parses "name" or "-name"; returns an empty order for an empty or missing text. */
export function parseOrder(text: string | undefined): Order {
  const field = text?.replace(/^-/, '')
  return field ? { [field]: text?.startsWith('-') ? 'desc' : 'asc' } : {}
}

const wholeNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))]),
  v.integer(),
  v.minValue(1),
)

/** Query parameters that every list accepts; `fields` are the sort fields. */
export const listParameters = <const F extends readonly [string, ...string[]]>(fields: F) => ({
  page: v.optional(
    v.pipe(
      wholeNumber,
      v.transform((page) => Math.min(page, MAX_PAGE_NUMBER)),
    ),
    1,
  ),
  limit: v.optional(v.pipe(wholeNumber, v.maxValue(MAX_LIST_LIMIT)), DEFAULT_LIST_LIMIT),
  after: v.optional(v.pipe(v.string(), v.maxLength(MAX_CURSOR_LENGTH), v.regex(/^[\w-]*$/))),
  order: v.optional(v.picklist(fields.flatMap((field) => [field, `-${field}`]) as (F[number] | `-${F[number]}`)[])),
})

/** A filter that accepts one value or several (`type=top&type=hair`). */
export const oneOrMany = <S extends v.GenericSchema<string, string>>(value: S) =>
  v.optional(
    v.pipe(
      v.union([value, v.pipe(v.array(value), v.maxLength(MAX_IDS))]),
      v.transform((input) => (Array.isArray(input) ? input : [input]) as v.InferOutput<S>[]),
    ),
  )
