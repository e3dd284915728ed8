import type { Access, Method } from '../../src/api/contract/endpoint.ts'
import type { Caller } from '../call.ts'
import { Refusal } from '../errors.ts'
import { unpackAbility } from './abilities.ts'
import { type ApiTokenNeeds, callerByApiToken } from './api-tokens.ts'
import type { Revocations } from './revocations.ts'
import type { Tokens } from './tokens.ts'

/** What a token is judged by. */
export interface CallerNeeds extends ApiTokenNeeds {
  tokens: Tokens
  revocations: Revocations
}

/**
 * Who calls, by the `Authorization` header, where the access asked for allows it. Throws `NOT_SIGNED_IN`,
 * `TOKEN_EXPIRED` or `FORBIDDEN`, and `TOO_MANY_REQUESTS` for an API token; for `anyone` a token that is no good counts as
 * none, and so does an API token: nobody signs in or up with one. A token is no good any more once its session has ended.
 */
export async function callerOf(
  needs: CallerNeeds,
  authorization: string | undefined,
  access: Access,
  method: Method,
): Promise<Caller | undefined> {
  const [, apiToken] = /^Bearer (atl_\S*)$/i.exec(authorization ?? '') ?? []
  if (apiToken !== undefined) {
    if (access === 'anyone') return undefined
    return allowed(await callerByApiToken(needs, apiToken, access, method), access)
  }
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '') ?? []
  if (access === 'anyone') return token ? readToken(needs, token).catch(noneWhereRefused) : undefined
  if (!token) throw new Refusal('NOT_SIGNED_IN', 'Sign in first.')
  return allowed(await readToken(needs, token), access)
}

function allowed(caller: Caller, access: Access): Caller {
  if (typeof access !== 'string' && !caller.ability.can(...access)) throw forbidden()
  return caller
}

/** A token that could not be judged is no bad one: a guest would be taken for nobody. */
function noneWhereRefused(fault: unknown): undefined {
  if (!(fault instanceof Refusal)) throw fault
}

/** What is answered to a caller who may not do what they ask. */
export const forbidden = () => new Refusal('FORBIDDEN', 'You do not have permission to do this. An admin can grant it.')

async function readToken({ tokens, revocations }: CallerNeeds, token: string): Promise<Caller> {
  const { sub, anonymous, ability, sid, exp } = await tokens.verify(token)
  if (await revocations.has(sid)) throw new Refusal('NOT_SIGNED_IN', 'This session has ended. Sign in again.')
  return { id: sub, anonymous, sessionId: sid, ability: unpackAbility(ability), until: new Date(exp * 1000) }
}
