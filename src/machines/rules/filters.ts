import * as v from 'valibot'
import type { Filter } from '../../api/contract/list.ts'
import { Id, MAX_SEARCH, MOST_IDS, SearchText } from '../../api/contract/text.ts'

/** What a text filter takes at most, in characters. */
export const MAX_FILTER_TEXT = MAX_SEARCH

/** The longest filter that is read, in characters: no server takes an address with a longer one. */
const MAX_FILTER = 16_384

/** What a filter's value may be: `options`, where given, are the only values it takes. */
export interface FilterShape {
  readonly field: string
  readonly type: 'text' | 'multi-select' | 'single-select' | 'autocomplete'
  readonly options?: readonly { readonly value: string }[] | undefined
  /** An autocomplete that takes several values. */
  readonly multiple?: boolean | undefined
  /** What a single-select is set to while it is empty (Spec §4). */
  readonly preselectValue?: string | undefined
}

/** Whether a filter's value counts as none: falsy, or a list of nothing (Spec §5). */
export const isEmptyValue = (value: unknown): boolean => !value || (Array.isArray(value) && value.length === 0)

/** The same filter without its empty values. */
export const withoutEmpties = (filter: Filter): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => !isEmptyValue(value)))

/** The filter with `field` set to `value`, or without it where the value is empty. */
export const withField = (filter: Filter, field: string, value: unknown): Filter =>
  withoutEmpties({ ...filter, [field]: value })

/** The filter with every empty preselected field set to its preselected value. */
export const withPreselected = (filter: Filter, preselected: Filter): Filter => ({
  ...preselected,
  ...withoutEmpties(filter),
})

/** The filter without the fields that stand at their preselected value. */
export const withoutPreselected = (filter: Filter, preselected: Filter): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([field, value]) => value !== preselected[field]))

/** The preselected values of a list's filters, by field. */
export const preselectedOf = (shapes: readonly FilterShape[]): Filter =>
  withoutEmpties(Object.fromEntries(shapes.map(({ field, preselectValue }) => [field, preselectValue])))

/** How many fields are set; filters are active where it is not 0. */
export const countActive = (filter: Filter): number => Object.keys(withoutEmpties(filter)).length

/** Whether two filters hold the same values, in whatever order their fields stand. */
export const sameFilter = (one: Filter, other: Filter): boolean => sorted(one) === sorted(other)

/** What `filter` in the address query is: fit to use, or empty because it could not be read. */
export type ParsedFilter = { readonly filter: Filter; readonly isReadable: boolean }

/**
 * Reads the filter of an address query: JSON text, or a value that was parsed already. What is not JSON or does not
 * conform to the list's filters is unreadable and counts as no filter (Spec §5); empty values are left out.
 */
export function parseFilter(given: unknown, shapes: readonly FilterShape[]): ParsedFilter {
  if (given === undefined) return { filter: {}, isReadable: true }
  const read = typeof given === 'string' ? parseJson(given) : given
  if (read === null || typeof read !== 'object' || Array.isArray(read)) return UNREADABLE
  // A copy holds what the filter says itself and nothing it inherits.
  const parsed = v.safeParse(schemaOf(shapes), { ...read })
  return parsed.success ? { filter: withoutEmpties(parsed.output), isReadable: true } : UNREADABLE
}

const UNREADABLE: ParsedFilter = { filter: {}, isReadable: false }

function parseJson(text: string): unknown {
  if (text.length > MAX_FILTER) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The schema of a list's filter: every field optional, unknown ones refused, even those every object inherits. */
function schemaOf(shapes: readonly FilterShape[]) {
  const fields = new Set(shapes.map(({ field }) => field))
  const entries = Object.fromEntries(shapes.map((shape) => [shape.field, v.nullish(valueSchema(shape))]))
  return v.pipe(
    v.custom<object>((given) => Object.getOwnPropertyNames(given).every((field) => fields.has(field))),
    v.object(entries),
  )
}

function valueSchema({ type, options, multiple }: FilterShape) {
  const one = options ? v.picklist(['', ...options.map(({ value }) => value)]) : v.union([v.literal(''), Id])
  if (type === 'text') return SearchText
  return type === 'multi-select' || (type === 'autocomplete' && multiple)
    ? v.pipe(v.array(one), v.maxLength(MOST_IDS))
    : one
}

function sorted(filter: Filter): string {
  const set = withoutEmpties(filter)
  return JSON.stringify(
    Object.keys(set)
      .sort()
      .map((field) => [field, set[field]]),
  )
}
