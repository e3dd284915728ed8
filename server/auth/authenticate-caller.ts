import { type Access, getRequiredRight, type Method } from '../../src/api/contract/endpoint.ts'
import { HttpError } from '../errors/http-error.ts'
import { unpackAbility } from './abilities.ts'
import { type ApiTokenDeps, authenticateApiToken } from './api-tokens.ts'
import { emailNotVerifiedError } from './assert-member.ts'
import { type Caller, isMember } from './call.ts'
import { sessionEndedError } from './fresh-proof.ts'
import type { Revocations } from './revocations.ts'
import type { TokenService } from './token-service.ts'

export interface CallerDeps extends ApiTokenDeps {
  tokens: TokenService
  revocations: Revocations
}

/**
 * Authenticates the caller by the `Authorization` header and checks the endpoint's access. Tokens of ended sessions are invalid.
 * With access `anyone`, invalid tokens and API tokens are ignored, because API tokens cannot sign in or sign up. Throws
 * `NOT_SIGNED_IN`, `TOKEN_EXPIRED`, `FORBIDDEN` or `VERIFY_EMAIL_FIRST`, and `TOO_MANY_REQUESTS` for an API token.
 */
export async function authenticateCaller(
  deps: CallerDeps,
  authorization: string | undefined,
  access: Access,
  method: Method,
  onForbidden?: (caller: Caller) => void,
): Promise<Caller | undefined> {
  const [, apiToken] = /^Bearer (atl_\S*)$/i.exec(authorization ?? '') ?? []
  if (apiToken !== undefined) {
    if (access === 'anyone') return undefined
    return assertRight(await authenticateApiToken(deps, apiToken, access, method), access, onForbidden)
  }
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '') ?? []
  if (access === 'anyone') return token ? readToken(deps, token).catch(ignoreHttpErrors) : undefined
  if (!token) throw new HttpError('NOT_SIGNED_IN', 'Sign in first.')
  return assertRight(await readToken(deps, token), access, onForbidden)
}

function assertRight(caller: Caller, access: Access, onForbidden?: (caller: Caller) => void): Caller {
  const right = getRequiredRight(access)
  if (!right || caller.ability.can(...right)) return caller
  onForbidden?.(caller)
  throw permissionError(caller)
}

/** Swallows HTTP errors only. During an outage, the token may be valid; ignoring the token would treat a guest as signed out. */
function ignoreHttpErrors(error: unknown): undefined {
  if (!(error instanceof HttpError)) throw error
}

/** Returns the error for a caller without a permission. For an unverified account, the error asks to verify the address. */
export const permissionError = (caller: Caller) =>
  caller.anonymous || caller.scopes || isMember(caller) ? forbiddenError() : emailNotVerifiedError()

export const forbiddenError = () =>
  new HttpError('FORBIDDEN', 'You do not have permission to do this. An admin can grant it.')

async function readToken({ tokens, revocations }: CallerDeps, token: string): Promise<Caller> {
  const { sub, anonymous, ability, sid, exp } = await tokens.verify(token)
  if (await revocations.has(sid)) throw sessionEndedError()
  return { id: sub, anonymous, sessionId: sid, ability: unpackAbility(ability), rightsExpireAt: new Date(exp * 1000) }
}
