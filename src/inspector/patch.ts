import type { Masked } from './mask.ts'

/** One difference: the way to it, and what stands there now; without `to` it is gone. */
export interface Patch {
  at: readonly string[]
  to?: Masked
}

type Branch = { readonly [key: string]: Masked }

/** What is not alike in two values; copies that are the same object are not looked into. */
export function differences(before: Masked, now: Masked, at: readonly string[] = []): Patch[] {
  if (before === now) return []
  if (!isBranch(before) || !isBranch(now) || Array.isArray(before) !== Array.isArray(now)) return [{ at, to: now }]
  // A list of another length is told whole: what moved in it is not worth the search.
  if (Array.isArray(before) && before.length !== (now as unknown as Masked[]).length) return [{ at, to: now }]
  const patches: Patch[] = []
  for (const key of Object.keys(now)) {
    if (!Object.hasOwn(before, key)) patches.push({ at: [...at, key], to: now[key]! })
    else patches.push(...differences(before[key]!, now[key]!, [...at, key]))
  }
  for (const key of Object.keys(before)) if (!Object.hasOwn(now, key)) patches.push({ at: [...at, key] })
  return patches
}

/** The value with the differences applied; parts that did not change are shared. */
export const applied = (value: Masked, patches: readonly Patch[]): Masked =>
  patches.reduce<Masked>((whole, { at, to }) => put(whole, at, to), value)

function put(whole: Masked, [key, ...rest]: readonly string[], to: Masked | undefined): Masked {
  if (key === undefined) return to ?? null
  if (!isBranch(whole)) return whole
  const inner = rest.length === 0 ? to : put(Object.hasOwn(whole, key) ? whole[key]! : null, rest, to)
  if (Array.isArray(whole)) return whole.map((item: Masked, index) => (String(index) === key ? (inner ?? null) : item))
  const entries = Object.entries(whole).filter(([other]) => other !== key || inner !== undefined)
  if (inner === undefined) return Object.fromEntries(entries)
  // Made anew, never assigned: a key of a stranger's file may be any word.
  return Object.fromEntries([...entries.filter(([other]) => other !== key), [key, inner]])
}

const isBranch = (value: Masked): value is Branch => typeof value === 'object' && value !== null
