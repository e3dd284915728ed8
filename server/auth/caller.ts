import type { Access } from '../../src/api/contract/endpoint.ts'
import type { Caller } from '../call.ts'
import { Refusal } from '../errors.ts'
import { unpackAbility } from './abilities.ts'
import type { Tokens } from './tokens.ts'

/**
 * Who calls, by the `Authorization` header, where the access asked for allows it. Throws `NOT_SIGNED_IN`,
 * `TOKEN_EXPIRED` or `FORBIDDEN`; for `anyone` a token that is no good counts as none.
 */
export async function callerOf(
  tokens: Tokens,
  authorization: string | undefined,
  access: Access,
): Promise<Caller | undefined> {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '') ?? []
  if (access === 'anyone') return token ? readToken(tokens, token).catch(() => undefined) : undefined
  if (!token) throw new Refusal('NOT_SIGNED_IN', 'Please sign in first.')
  const caller = await readToken(tokens, token)
  if (access !== 'member' && !caller.ability.can(...access)) throw forbidden()
  return caller
}

/** What is answered to a caller who may not do what they ask. */
export const forbidden = () => new Refusal('FORBIDDEN', 'Your account is not allowed to do this.')

async function readToken(tokens: Tokens, token: string): Promise<Caller> {
  const { sub, anonymous, ability, sid } = await tokens.verify(token)
  return { id: sub, anonymous, sessionId: sid, ability: unpackAbility(ability) }
}
