import { ApiError } from '../api/contract/errors.ts'
import { FILE_PLACEHOLDER_PATTERN, type MaskedValue } from './mask.ts'

/**
 * Converts a recorded context to a context that views can read. Functions and instances are taken from the live actor. Errors
 * become `Error` objects again.
 */
export function restoreContext(masked: MaskedValue, live: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (typeof masked !== 'object' || masked === null || Array.isArray(masked)) return { ...live }
  const entries = Object.entries(masked).map(([key, item]) => [
    key,
    // Functions and class instances, such as schemas or a rendered model, cannot be restored from data.
    Object.hasOwn(live, key) && isPlaceholder(item) ? live[key] : revive(item),
  ])
  return { ...undefinedIn(live), ...Object.fromEntries(entries) }
}

/** A recording omits undefined values, but a view may still read their keys. */
const undefinedIn = (live: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.keys(live).map((key) => [key, undefined]))

/** Returns whether part of a recording is a placeholder for a function or an instance. */
export function isPlaceholder(value: MaskedValue): boolean {
  if (typeof value === 'string') return value === 'ƒ' || /^\w+ \{\}$/.test(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(isPlaceholder)
}

function revive(value: MaskedValue): unknown {
  if (typeof value === 'string') {
    return FILE_PLACEHOLDER_PATTERN.test(value) ? new File([], '…') : value
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.filter((item) => !isOmissionNote(item)).map(revive)
  const { error, message, ...fields } = value as Record<string, MaskedValue>
  if (typeof error === 'string' && typeof message === 'string') {
    const restoredError = error === 'ApiError' ? Object.create(ApiError.prototype) : new Error(message)
    return Object.defineProperties(restoredError, Object.getOwnPropertyDescriptors({ ...fields, name: error, message }))
  }
  const [[kind, items] = []] = Object.entries(value)
  if (Array.isArray(items) && Object.keys(value).length === 1) {
    if (kind === 'Set') return new Set(items.map(revive))
    if (kind === 'Map') return new Map(items.map(revive) as [unknown, unknown][])
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, revive(item)]))
}

const isOmissionNote = (item: MaskedValue) => typeof item === 'string' && /^… \(\d+\)$/.test(item)
