import type { Scope } from '../../src/api/contract/api-tokens.ts'
import type { Access, Action, Method } from '../../src/api/contract/endpoint.ts'
import { Refusal } from '../errors.ts'
import type { Rule } from './abilities.ts'

const SCOPED: Record<Exclude<Scope, 'private'>, readonly Action[]> = {
  read: ['read', 'export'],
  write: ['create', 'update', 'delete', 'lock'],
}

/** The rules of a token: its owner's, cut down to what its scopes name. With `private` they stay whole. */
export function cutRules(rules: readonly Rule[], scopes: readonly Scope[]): Rule[] {
  if (scopes.includes('private')) return [...rules]
  const granted = scopes.flatMap((scope) => (scope === 'private' ? [] : SCOPED[scope]))
  return rules.flatMap((rule) => {
    const actions = [rule.action].flat()
    const left = actions.includes('manage') ? granted : granted.filter((action) => actions.includes(action))
    return left.length > 0 ? [{ ...rule, action: left }] : []
  })
}

/** Throws `FORBIDDEN` where a call needs a scope that is not among these: a writing one does, even with the right to it. */
export function refuseBeyondScopes(scopes: readonly Scope[], access: Access, method: Method): void {
  const isForAdmins = typeof access !== 'string' && access[0] === 'manage'
  const needed: Scope[] = [method === 'GET' ? 'read' : 'write', ...(isForAdmins ? (['private'] as const) : [])]
  const missing = needed.find((scope) => !scopes.includes(scope))
  if (missing)
    throw new Refusal('FORBIDDEN', `This API token does not have the scope “${missing}”.`, { scope: missing })
}
