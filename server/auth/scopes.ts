import type { Scope } from '../../src/api/contract/api-tokens.ts'
import type { Access, Action, Method } from '../../src/api/contract/endpoint.ts'
import { Refusal } from '../errors.ts'
import type { Rule } from './abilities.ts'

/** All that is done to things, without the right of admins over everything. */
const PLAIN: readonly Action[] = ['read', 'export', 'create', 'update', 'delete', 'lock']

/**
 * The rules of a token: its owner's, but that of admins over everything only with the scope `private`. Whether it may read or
 * write is asked of the call's method ({@link refuseBeyondScopes}): reading the trash takes the right to delete, and
 * deleting takes that to read.
 */
export const rulesOfToken = (rules: readonly Rule[], scopes: readonly Scope[]): Rule[] =>
  scopes.includes('private')
    ? [...rules]
    : rules.map((rule) => ([rule.action].flat().includes('manage') ? { ...rule, action: [...PLAIN] } : rule))

/** Throws `FORBIDDEN` where a call needs a scope that is not among these: a writing one does, even with the right to it. */
export function refuseBeyondScopes(scopes: readonly Scope[], access: Access, method: Method): void {
  const isForAdmins = typeof access !== 'string' && access[0] === 'manage'
  const needed: Scope[] = [method === 'GET' ? 'read' : 'write', ...(isForAdmins ? (['private'] as const) : [])]
  const missing = needed.find((scope) => !scopes.includes(scope))
  if (missing)
    throw new Refusal('FORBIDDEN', `This API token does not have the scope “${missing}”.`, { scope: missing })
}
