import type { Role, SessionData } from '../../api/contract/auth.ts'
import { abilityOf, can } from './ability.ts'
import { isAnonymous } from './session-record.ts'

/**
 * Returns the effective role, derived from the permissions in the token, because the token contains no role. An account without a
 * verified address has the role "anonymous".
 */
export function effectiveRoleOf(data: SessionData): Role {
  if (isAnonymous(data)) return 'anonymous'
  const ability = abilityOf(data.token)
  if (can(ability, 'manage', 'all')) return 'admin'
  if (can(ability, 'create', 'Asset')) return 'developer'
  return can(ability, 'read', 'Application') ? 'user' : 'anonymous'
}
