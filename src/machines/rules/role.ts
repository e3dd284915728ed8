import type { Role, SessionData } from '../../api/contract/auth.ts'
import { abilityOf, may } from './ability.ts'
import { isAnonymous } from './session-record.ts'

/** The role a person has, read from what their token lets them do: the token names no role. */
export function roleOf(data: SessionData): Role {
  if (isAnonymous(data)) return 'anonymous'
  const ability = abilityOf(data.token)
  if (may(ability, 'manage', 'all')) return 'admin'
  return may(ability, 'create', 'Asset') ? 'developer' : 'user'
}
