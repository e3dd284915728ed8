import { createMongoAbility, type MongoAbility, subject } from '@casl/ability'
import { unpackRules } from '@casl/ability/extra'
import type { Action, Subject } from '../../api/contract/endpoint.ts'
import { readClaims } from './token.ts'

/** What the holder of a token may do. The client shows or hides by it; the server decides. */
export type Ability = MongoAbility<[Action, Subject | ReturnType<typeof subject>]>

/** Reads the rights out of a token's ability claim; a missing or broken one grants nothing. */
export function abilityOf(token: string | undefined): Ability {
  const packed = readClaims(token)?.ability
  if (!Array.isArray(packed)) return createMongoAbility<Ability>([])
  try {
    return createMongoAbility<Ability>(unpackRules(packed))
  } catch {
    return createMongoAbility<Ability>([])
  }
}

/** Whether `ability` allows `action` on this very thing, its fields counted in (ownership, say). */
export const may = (ability: Ability, action: Action, kind: Subject, thing?: object): boolean =>
  ability.can(action, thing ? subject(kind, { ...thing }) : kind)
