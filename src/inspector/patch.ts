import type { MaskedValue } from './mask.ts'

/** One difference: its path and the new value; without `to` the value was removed. */
export interface Patch {
  at: readonly string[]
  to?: MaskedValue
}

type Branch = { readonly [key: string]: MaskedValue }

/** Returns the differences between two values. Identical objects are not compared further. */
export function diffValues(before: MaskedValue, now: MaskedValue, at: readonly string[] = []): Patch[] {
  if (before === now) return []
  if (!isBranch(before) || !isBranch(now) || Array.isArray(before) !== Array.isArray(now)) return [{ at, to: now }]
  // A list of another length is replaced as a whole: searching for moved items is not worth the cost.
  if (Array.isArray(before) && before.length !== (now as unknown as MaskedValue[]).length) return [{ at, to: now }]
  const patches: Patch[] = []
  for (const key of Object.keys(now)) {
    if (!Object.hasOwn(before, key)) patches.push({ at: [...at, key], to: now[key]! })
    else patches.push(...diffValues(before[key]!, now[key]!, [...at, key]))
  }
  for (const key of Object.keys(before)) if (!Object.hasOwn(now, key)) patches.push({ at: [...at, key] })
  return patches
}

/** Applies differences to a value; unchanged parts are shared. */
export const applyPatches = (value: MaskedValue, patches: readonly Patch[]): MaskedValue =>
  patches.reduce<MaskedValue>((current, { at, to }) => withValueAt(current, at, to), value)

function withValueAt(value: MaskedValue, [key, ...rest]: readonly string[], to: MaskedValue | undefined): MaskedValue {
  if (key === undefined) return to ?? null
  if (!isBranch(value)) return value
  const inner = rest.length === 0 ? to : withValueAt(Object.hasOwn(value, key) ? value[key]! : null, rest, to)
  if (Array.isArray(value))
    return value.map((item: MaskedValue, index) => (String(index) === key ? (inner ?? null) : item))
  const entries = Object.entries(value).filter(([other]) => other !== key || inner !== undefined)
  if (inner === undefined) return Object.fromEntries(entries)
  // The object is rebuilt, because assigning the key `__proto__` from an untrusted file would change the prototype.
  return Object.fromEntries([...entries.filter(([other]) => other !== key), [key, inner]])
}

const isBranch = (value: MaskedValue): value is Branch => typeof value === 'object' && value !== null
