import type { Scope } from '../../src/api/contract/api-tokens.ts'
import { type Access, type Action, getRequiredRight, type Method } from '../../src/api/contract/endpoint.ts'
import { HttpError } from '../errors/http-error.ts'
import type { Rule } from './abilities.ts'

const NON_ADMIN_ACTIONS: readonly Action[] = ['read', 'export', 'create', 'update', 'delete', 'lock']

/**
 * Returns the rules of a token's owner, with the admin right only if the token has the scope `private`. The scopes `read` and
 * `write` are checked by method (see {@link assertScopes}), because rights do not match those scopes: reading the trash needs the
 * right to delete.
 */
export const limitRulesToScopes = (rules: readonly Rule[], scopes: readonly Scope[]): Rule[] =>
  scopes.includes('private')
    ? [...rules]
    : rules.map((rule) =>
        [rule.action].flat().includes('manage') ? { ...rule, action: [...NON_ADMIN_ACTIONS] } : rule,
      )

/** Throws `FORBIDDEN` if a call needs a scope that is missing. The caller's rights do not replace a scope. */
export function assertScopes(scopes: readonly Scope[], access: Access, method: Method): void {
  const isForAdmins = getRequiredRight(access)?.[0] === 'manage'
  const needed: Scope[] = [method === 'GET' ? 'read' : 'write', ...(isForAdmins ? (['private'] as const) : [])]
  const missing = needed.find((scope) => !scopes.includes(scope))
  if (missing)
    throw new HttpError('FORBIDDEN', `This API token does not have the scope “${missing}”.`, { scope: missing })
}
