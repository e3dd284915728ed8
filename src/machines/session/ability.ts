import type { Action, Subject } from '../../api/contract/endpoint.ts'
import { readClaims } from './token.ts'

/** One ability rule in CASL's packed format: actions, subjects, conditions (0: none), and 1 if the rule forbids. */
type PackedRule = readonly [actions: string, kinds: string, conditions?: unknown, isForbidding?: unknown]

/** Permissions that a token grants. The client uses an ability only to show or hide controls; the server enforces permissions. */
export interface Ability {
  readonly rules: readonly AbilityRule[]
}

/** One permission, or a prohibition if `inverted`. As in CASL, the last matching rule wins. */
export interface AbilityRule {
  readonly action: string | readonly string[]
  readonly subject: string | readonly string[]
  readonly conditions?: Readonly<Record<string, unknown>> | undefined
  readonly inverted?: boolean
}

export type RequiredRight = readonly [action: Action, kind: Subject]

export const createAbility = (rules: readonly AbilityRule[]): Ability => ({ rules })

/** Reads the rules from a token's ability claim. A missing or malformed claim grants nothing. */
export function abilityOf(token: string | undefined): Ability {
  const packed: unknown = readClaims(token)?.ability
  return createAbility(Array.isArray(packed) && packed.every(isPackedRule) ? packed.map(unpack) : [])
}

/**
 * Returns whether `ability` allows `action` on `object`, including conditions on its fields such as ownership. Without `object`,
 * returns whether the action is allowed on any object of the kind.
 */
export function can({ rules }: Ability, action: Action, kind: Subject, object?: object): boolean {
  const rule = rules.findLast(
    (candidate) =>
      matchesName(candidate.action, action, 'manage') &&
      matchesName(candidate.subject, kind, 'all') &&
      (candidate.conditions === undefined ||
        (object ? meetsConditions(object, candidate.conditions) : !candidate.inverted)),
  )
  return rule !== undefined && !rule.inverted
}

const isPackedRule = (value: unknown): value is PackedRule =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string'

const unpack = ([actions, kinds, conditions, isForbidding]: PackedRule): AbilityRule => ({
  action: actions.split(','),
  subject: kinds.split(','),
  ...(typeof conditions === 'object' && conditions !== null && { conditions: { ...conditions } }),
  ...(isForbidding ? { inverted: true } : {}),
})

const matchesName = (names: string | readonly string[], name: string, wildcard: string) =>
  [names].flat().some((candidate) => candidate === name || candidate === wildcard)

/** Returns whether every condition is met: equality or `$in`. Unsupported operators never match. */
const meetsConditions = (object: object, conditions: Readonly<Record<string, unknown>>) =>
  Object.entries(conditions).every(([path, condition]) => {
    const allowed = isOneOf(condition) ? condition.$in : [condition]
    return valuesAt(object, path.split('.')).some((value) => allowed.includes(value))
  })

const isOneOf = (condition: unknown): condition is { $in: readonly unknown[] } =>
  typeof condition === 'object' && condition !== null && '$in' in condition && Array.isArray(condition.$in)

/** Returns the values at the end of a path. An array on the path is expanded to its elements. */
function valuesAt(value: unknown, [field, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, field === undefined ? [] : [field, ...rest]))
  if (field === undefined) return [value]
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? valuesAt((value as Record<string, unknown>)[field], rest)
    : []
}
