import type { Action, Subject } from '../../api/contract/endpoint.ts'
import { readClaims } from './token.ts'

/** One rule of a token's ability, as CASL packs it: actions, kinds, conditions (0: none), and 1 where it forbids. */
type PackedRule = readonly [actions: string, kinds: string, conditions?: unknown, isForbidding?: unknown]

/** What the holder of a token may do. The client shows or hides by it; the server decides. */
export interface Ability {
  readonly rules: readonly AbilityRule[]
}

/** One right, or (`inverted`) its refusal; the last rule that matches decides, as in CASL. */
export interface AbilityRule {
  readonly action: string | readonly string[]
  readonly subject: string | readonly string[]
  readonly conditions?: Readonly<Record<string, unknown>> | undefined
  readonly inverted?: boolean
}

/** A right that something is offered for: to do it to a kind of thing. */
export type Need = readonly [action: Action, kind: Subject]

/** An ability of these rules. */
export const abilityWith = (rules: readonly AbilityRule[]): Ability => ({ rules })

/** Reads the rights out of a token's ability claim; a missing or broken one grants nothing. */
export function abilityOf(token: string | undefined): Ability {
  const packed: unknown = readClaims(token)?.ability
  return abilityWith(Array.isArray(packed) && packed.every(isPackedRule) ? packed.map(unpack) : [])
}

/** Whether `ability` allows `action` on this very thing, its fields counted in (ownership, say); or on any, without one. */
export function may({ rules }: Ability, action: Action, kind: Subject, thing?: object): boolean {
  const rule = rules.findLast(
    (it) =>
      names(it.action, action, 'manage') &&
      names(it.subject, kind, 'all') &&
      (it.conditions === undefined || (thing ? meets(thing, it.conditions) : !it.inverted)),
  )
  return rule !== undefined && !rule.inverted
}

const isPackedRule = (it: unknown): it is PackedRule =>
  Array.isArray(it) && typeof it[0] === 'string' && typeof it[1] === 'string'

const unpack = ([actions, kinds, conditions, isForbidding]: PackedRule): AbilityRule => ({
  action: actions.split(','),
  subject: kinds.split(','),
  ...(typeof conditions === 'object' && conditions !== null && { conditions: { ...conditions } }),
  ...(isForbidding ? { inverted: true } : {}),
})

const names = (given: string | readonly string[], wanted: string, every: string) =>
  [given].flat().some((it) => it === wanted || it === every)

/** Whether every condition holds: a value, or one of several (`$in`). Any other is none that the client understands. */
const meets = (thing: object, conditions: Readonly<Record<string, unknown>>) =>
  Object.entries(conditions).every(([path, wanted]) => {
    const allowed = isOneOf(wanted) ? wanted.$in : [wanted]
    return valuesAt(thing, path.split('.')).some((value) => allowed.includes(value))
  })

const isOneOf = (wanted: unknown): wanted is { $in: readonly unknown[] } =>
  typeof wanted === 'object' && wanted !== null && '$in' in wanted && Array.isArray(wanted.$in)

/** The values at the end of a path; a list on the way stands for each of its things. */
function valuesAt(value: unknown, [field, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, field === undefined ? [] : [field, ...rest]))
  if (field === undefined) return [value]
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? valuesAt((value as Record<string, unknown>)[field], rest)
    : []
}
