import * as v from 'valibot'
import type { Filter } from '../../api/contract/list.ts'
import { Id, MAX_IDS, MAX_SEARCH_LENGTH, SearchText } from '../../api/contract/text.ts'

export const MAX_FILTER_TEXT_LENGTH = MAX_SEARCH_LENGTH

/** Maximum length of a filter in the address, in characters. Servers reject longer addresses. */
const MAX_FILTER_LENGTH = 16_384

/** Definition of a filter. If `options` is set, only these values are valid. */
export interface FilterShape {
  readonly field: string
  readonly type: 'text' | 'multi-select' | 'single-select' | 'autocomplete'
  readonly options?: readonly { readonly value: string }[] | undefined
  readonly multiple?: boolean | undefined
  /** Value of an empty single-select (Spec §4). */
  readonly preselectValue?: string | undefined
}

/** Returns whether a filter value counts as empty: falsy, or an empty list (Spec §5). */
export const isEmptyValue = (value: unknown): boolean => !value || (Array.isArray(value) && value.length === 0)

export const withoutEmptyValues = (filter: Filter): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => !isEmptyValue(value)))

/** Returns the filter with `field` set to `value`, or without the field if the value is empty. */
export const withField = (filter: Filter, field: string, value: unknown): Filter =>
  withoutEmptyValues({ ...filter, [field]: value })

/** Fills empty fields with their preselected values. */
export const withPreselected = (filter: Filter, preselected: Filter): Filter => ({
  ...preselected,
  ...withoutEmptyValues(filter),
})

/** Removes the fields that have their preselected value. */
export const withoutPreselected = (filter: Filter, preselected: Filter): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([field, value]) => value !== preselected[field]))

export const preselectedOf = (shapes: readonly FilterShape[]): Filter =>
  withoutEmptyValues(Object.fromEntries(shapes.map(({ field, preselectValue }) => [field, preselectValue])))

export const countFilterFields = (filter: Filter): number => Object.keys(withoutEmptyValues(filter)).length

/** Compares two filters regardless of the order of their fields. */
export const isSameFilter = (one: Filter, other: Filter): boolean => sorted(one) === sorted(other)

/** Filter read from the address; empty if the address is not readable. */
export type ParsedFilter = { readonly filter: Filter; readonly isReadable: boolean }

/**
 * Reads the filter of the address: JSON text or an already parsed value. Invalid JSON or unknown values make the filter
 * unreadable, which counts as no filter (Spec §5). Empty values are dropped.
 */
export function parseFilter(input: unknown, shapes: readonly FilterShape[]): ParsedFilter {
  if (input === undefined) return { filter: {}, isReadable: true }
  const value = typeof input === 'string' ? parseJson(input) : input
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return UNREADABLE
  // The copy has own properties only, nothing inherited.
  const parsed = v.safeParse(schemaOf(shapes), { ...value })
  return parsed.success ? { filter: withoutEmptyValues(parsed.output), isReadable: true } : UNREADABLE
}

const UNREADABLE: ParsedFilter = { filter: {}, isReadable: false }

function parseJson(text: string): unknown {
  if (text.length > MAX_FILTER_LENGTH) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Builds the schema of a list's filter. All fields are optional. Unknown fields are rejected, including those inherited from
 * Object.
 */
function schemaOf(shapes: readonly FilterShape[]) {
  const fields = new Set(shapes.map(({ field }) => field))
  const entries = Object.fromEntries(shapes.map((shape) => [shape.field, v.nullish(valueSchema(shape))]))
  return v.pipe(
    v.custom<object>((object) => Object.getOwnPropertyNames(object).every((field) => fields.has(field))),
    v.object(entries),
  )
}

function valueSchema({ type, options, multiple }: FilterShape) {
  const itemSchema = options ? v.picklist(['', ...options.map(({ value }) => value)]) : v.union([v.literal(''), Id])
  if (type === 'text') return SearchText
  return type === 'multi-select' || (type === 'autocomplete' && multiple)
    ? v.pipe(v.array(itemSchema), v.maxLength(MAX_IDS))
    : itemSchema
}

function sorted(filter: Filter): string {
  const filled = withoutEmptyValues(filter)
  return JSON.stringify(
    Object.keys(filled)
      .sort()
      .map((field) => [field, filled[field]]),
  )
}
