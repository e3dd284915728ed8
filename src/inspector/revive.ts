import { ApiError } from '../api/contract/errors.ts'
import { FILE, type Masked } from './mask.ts'

/** A context of a recording as views can read it: what holds functions or instances stands as the living actor has it, errors are errors again. */
export function revive(masked: Masked, living: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (typeof masked !== 'object' || masked === null || Array.isArray(masked)) return { ...living }
  const entries = Object.entries(masked).map(([key, item]) => [
    key,
    // Functions and instances are no data: schemas, sorting, what is asked, a model that is drawn.
    Object.hasOwn(living, key) && holdsMore(item) ? living[key] : revived(item),
  ])
  return { ...undefinedIn(living), ...Object.fromEntries(entries) }
}

/** What is undefined is left out of a recording; a view may still ask for it by name. */
const undefinedIn = (living: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.keys(living).map((key) => [key, undefined]))

/** Whether a part of a recording stands for what is no data. */
export function holdsMore(value: Masked): boolean {
  if (typeof value === 'string') return value === 'ƒ' || /^\w+ \{\}$/.test(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsMore)
}

function revived(value: Masked): unknown {
  if (typeof value === 'string') {
    return FILE.test(value) ? new File([], '…') : value
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.filter((item) => !isRest(item)).map(revived)
  const { error, message, ...facts } = value as Record<string, Masked>
  if (typeof error === 'string' && typeof message === 'string') {
    const made = error === 'ApiError' ? Object.create(ApiError.prototype) : new Error(message)
    return Object.defineProperties(made, Object.getOwnPropertyDescriptors({ ...facts, name: error, message }))
  }
  const [[kind, items] = []] = Object.entries(value)
  if (Array.isArray(items) && Object.keys(value).length === 1) {
    if (kind === 'Set') return new Set(items.map(revived))
    if (kind === 'Map') return new Map(items.map(revived) as [unknown, unknown][])
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, revived(item)]))
}

/** What tells of items that were not kept is none of them. */
const isRest = (item: Masked) => typeof item === 'string' && /^… \(\d+\)$/.test(item)
