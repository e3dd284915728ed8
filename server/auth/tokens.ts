import type { PackRule } from '@casl/ability/extra'
import { createLocalJWKSet, errors, importJWK, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { Refusal } from '../errors.ts'
import type { Rule } from './abilities.ts'
import type { KeySet } from './keys.ts'

/** How long an access token is good for, in seconds. */
export const ACCESS_SECONDS = 15 * 60

const ALGORITHM = 'ES256'
const ISSUER = 'atelier'

/** So many tokens that were found good are remembered, with what they say. */
const REMEMBERED = 1_000

const Claims = v.object({
  sub: v.string(),
  ability: v.array(v.array(v.any())),
  anonymous: v.boolean(),
  sid: v.string(),
  exp: v.number(),
})

/** What an access token says: whose it is and what they may do, as CASL packs its rules. */
export interface TokenClaims {
  sub: string
  ability: PackRule<Rule>[]
  anonymous: boolean
  /** The session it was made in, with which it ends. A token without one is not ours. */
  sid: string
}

/** Signs and verifies access tokens. */
export interface Tokens {
  sign(claims: TokenClaims): Promise<string>
  /** With its end, in seconds since 1970. Throws `TOKEN_EXPIRED` or, for anything else that is wrong with it, `NOT_SIGNED_IN`. */
  verify(token: string): Promise<TokenClaims & { exp: number }>
  /** The public halves, for `/.well-known/jwks.json`. */
  readonly jwks: JSONWebKeySet
}

/** Tokens signed by the last of the keys and verified by any of them. */
export async function createTokens({ keys }: KeySet, now: () => Date): Promise<Tokens> {
  const signing = keys.at(-1)
  if (!signing) throw new Error('There is no key to sign with.')
  const privateKey = await importJWK(signing, ALGORITHM)
  const jwks: JSONWebKeySet = {
    keys: keys.map(({ kid, kty, crv, x, y }) => ({ kid, kty, crv, x, y, alg: ALGORITHM, use: 'sig' }) as never),
  }
  const publicKeys = createLocalJWKSet(jwks)
  // A signature costs more than all else that a call is checked for, and comes with each call of a quarter of an hour.
  const good = new Map<string, TokenClaims & { exp: number }>()

  return {
    jwks,
    sign({ sub, ability, anonymous, sid }) {
      const issuedAt = Math.floor(now().getTime() / 1000)
      return new SignJWT({ ability, anonymous, sid })
        .setProtectedHeader({ alg: ALGORITHM, kid: signing.kid, typ: 'at+jwt' })
        .setIssuer(ISSUER)
        .setSubject(sub)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_SECONDS)
        .sign(privateKey)
    },
    async verify(token) {
      const known = good.get(token)
      if (known) {
        if (known.exp > Math.floor(now().getTime() / 1000)) return known
        good.delete(token)
      }
      try {
        const { payload } = await jwtVerify(token, publicKeys, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          typ: 'at+jwt',
          requiredClaims: ['sub', 'iat', 'exp'],
          currentDate: now(),
        })
        const claims = v.parse(Claims, payload) as TokenClaims & { exp: number }
        if (good.size >= REMEMBERED) good.delete(good.keys().next().value!)
        good.set(token, claims)
        return claims
      } catch (fault) {
        if (fault instanceof errors.JWTExpired) throw new Refusal('TOKEN_EXPIRED', 'The access token has expired.')
        throw new Refusal('NOT_SIGNED_IN', 'The access token is not valid.')
      }
    },
  }
}
