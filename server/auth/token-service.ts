import type { PackRule } from '@casl/ability/extra'
import {
  createLocalJWKSet,
  errors,
  importJWK,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  SignJWT,
} from 'jose'
import * as v from 'valibot'
import { type JsonLimits, parseJson } from '../../src/files/parse-json.ts'
import { isDatabaseUnavailable } from '../errors/database-errors.ts'
import { HttpError } from '../errors/http-error.ts'
import type { Rule } from './abilities.ts'
import type { TokenKeys } from './signing-keys.ts'

export const ACCESS_TOKEN_SECONDS = 15 * 60
export const FILE_GRANT_SECONDS = 5 * 60

const ALGORITHM = 'ES256'
const ISSUER = 'atelier'
const ACCESS_TYPE = 'at+jwt'
const GRANT_TYPE = 'file-grant+jwt'

const CACHED_TOKENS = 1_000
/** Shortest time between two reloads for tokens whose `kid` is unknown, in milliseconds. */
const MIN_RELOAD_INTERVAL_MS = 1_000

/**
 * Limits of a token's header. The headers of our tokens have three values. The payload is parsed only after the signature is
 * verified.
 */
const HEADER_LIMITS: JsonLimits = { bytes: 1024, depth: 2, values: 32 }

const Claims = v.object({
  sub: v.string(),
  ability: v.array(v.array(v.any())),
  anonymous: v.boolean(),
  sid: v.string(),
  exp: v.number(),
})

/** Claims of an access token: its user and their rights, as CASL packs the rules. */
export interface TokenClaims {
  sub: string
  ability: PackRule<Rule>[]
  anonymous: boolean
  /** Session that the token was issued for. The end of the session invalidates the token. */
  sid: string
}

export interface TokenService {
  sign(claims: TokenClaims): Promise<string>
  /**
   * Returns the claims, with the expiry in seconds since 1970. Throws `TOKEN_EXPIRED`, or `NOT_SIGNED_IN` for any other error.
   */
  verify(token: string): Promise<TokenClaims & { exp: number }>
  /** Signs a permission to fetch one stored file by name, valid for {@link FILE_GRANT_SECONDS}. */
  signGrant(file: string): Promise<{ grant: string; expiresAt: Date }>
  verifyGrant(grant: string, file: string): Promise<boolean>
  /** Reads the keys again. If that fails, rejects and keeps using the former keys. */
  reload(): Promise<void>
  /** Public keys, for `/.well-known/jwks.json`. */
  readonly jwks: JSONWebKeySet
}

export interface TokenServiceOptions {
  /** Installation that the tokens are valid for: the origin of `PUBLIC_URL`, or the id of the database. */
  audience?: string
  /** Time before which tokens may lack an audience, because earlier versions issued such tokens. */
  acceptWithoutAudienceUntil?: Date
  /** Reads the keys shared with other processes. If absent, the keys never change. */
  reload?: () => Promise<TokenKeys>
  reloadMs?: number
}

export async function createTokenService(
  first: TokenKeys,
  now: () => Date,
  {
    audience = ISSUER,
    acceptWithoutAudienceUntil,
    reload,
    reloadMs = MIN_RELOAD_INTERVAL_MS,
  }: TokenServiceOptions = {},
): Promise<TokenService> {
  let ring = await importKeyRing(first)
  // Caches claims: verifying a signature costs more than all other checks of a call, and calls repeat a token for 15 minutes.
  let claimsCache = new Map<string, TokenClaims & { exp: number }>()
  let pendingReload: Promise<void> | undefined
  let reloadedAt = Number.NEGATIVE_INFINITY

  const reloadKeys = async () => {
    if (!reload) return
    reloadedAt = performance.now()
    const next = await importKeyRing(await reload(), ring)
    if (next.fingerprint === ring.fingerprint) return
    ring = next
    claimsCache = new Map()
  }
  // Verifications of tokens with unknown keys wait for one shared reload. Reloads happen at most once per `reloadMs`.
  const reloadForUnknownKey = () => {
    pendingReload ??= (async () => {
      const wait = reloadedAt + reloadMs - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      await reloadKeys()
    })().finally(() => {
      pendingReload = undefined
    })
    return pendingReload
  }

  const sign = async (type: string, claims: JWTPayload, seconds: number) => {
    const issuedAt = Math.floor(now().getTime() / 1000)
    if (!ring.signing) throw new Error('No signing key of this process is still valid.')
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid: ring.signing.kid, typ: type })
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + seconds)
      .sign(ring.signing.privateKey)
  }
  /** Verifies a token of one type. Throws the error of the reload if the key is unknown and cannot be looked up. */
  const check = async (type: string, token: string): Promise<JWTPayload> => {
    // Limits the header, because jose parses the header before verifying the signature.
    parseJson(Buffer.from(token.split('.', 1)[0]!, 'base64url'), HEADER_LIMITS)
    let reloadError: unknown
    const getKey: JWTVerifyGetKey = async (header, input) => {
      if (reload && typeof header.kid === 'string' && header.alg === ALGORITHM && !ring.kids.has(header.kid))
        await reloadForUnknownKey().catch((error: unknown) => {
          reloadError = error
        })
      return ring.publicKeys(header, input)
    }
    const { payload } = await jwtVerify(token, getKey, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      typ: type,
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: now(),
    }).catch((error: unknown) => {
      throw reloadError ?? error
    })
    const isLegacyToken =
      payload.aud === undefined &&
      acceptWithoutAudienceUntil &&
      payload.iat! * 1000 < acceptWithoutAudienceUntil.getTime()
    if (payload.aud !== audience && !isLegacyToken) throw new Error('The token is for another audience.')
    return payload
  }

  return {
    get jwks() {
      return ring.jwks
    },
    reload: reloadKeys,
    sign: ({ sub, ability, anonymous, sid }) =>
      sign(ACCESS_TYPE, { sub, ability, anonymous, sid }, ACCESS_TOKEN_SECONDS),
    async verify(token) {
      const cachedClaims = claimsCache.get(token)
      if (cachedClaims) {
        if (cachedClaims.exp > Math.floor(now().getTime() / 1000)) return cachedClaims
        claimsCache.delete(token)
      }
      try {
        const claims = v.parse(Claims, await check(ACCESS_TYPE, token)) as TokenClaims & { exp: number }
        if (claimsCache.size >= CACHED_TOKENS) claimsCache.delete(claimsCache.keys().next().value!)
        claimsCache.set(token, claims)
        return claims
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error
        if (error instanceof errors.JWTExpired) throw new HttpError('TOKEN_EXPIRED', 'The access token has expired.')
        throw new HttpError('NOT_SIGNED_IN', 'The access token is not valid.')
      }
    },
    async signGrant(file) {
      const expiresAt = new Date((Math.floor(now().getTime() / 1000) + FILE_GRANT_SECONDS) * 1000)
      return { grant: await sign(GRANT_TYPE, { sub: file }, FILE_GRANT_SECONDS), expiresAt }
    },
    async verifyGrant(grant, file) {
      try {
        return (await check(GRANT_TYPE, grant)).sub === file
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error
        return false
      }
    },
  }
}

interface KeyRing {
  kids: ReadonlySet<string>
  /** Text that differs between two rings that sign or verify differently. */
  fingerprint: string
  signing: { kid: string; privateKey: Awaited<ReturnType<typeof importJWK>> } | undefined
  publicKeys: ReturnType<typeof createLocalJWKSet>
  jwks: JSONWebKeySet
}

/**
 * Prepares keys for use. If this process cannot decrypt the newest key, it signs with the key of the `previous` ring, as long as
 * that key verifies.
 */
async function importKeyRing({ keys }: TokenKeys, previous?: KeyRing): Promise<KeyRing> {
  const kids = new Set(keys.map(({ kid }) => kid))
  const newest = keys.at(-1)
  if (!newest?.d && !previous) throw new Error('No signing key is available.')
  const signing = newest?.d
    ? { kid: newest.kid, privateKey: await importJWK(newest as never, ALGORITHM) }
    : previous?.signing && kids.has(previous.signing.kid)
      ? previous.signing
      : undefined
  const jwks: JSONWebKeySet = {
    keys: keys.map(({ kid, kty, crv, x, y }) => ({ kid, kty, crv, x, y, alg: ALGORITHM, use: 'sig' }) as never),
  }
  const fingerprint = JSON.stringify([signing?.kid, jwks.keys])
  return { kids, fingerprint, signing, publicKeys: createLocalJWKSet(jwks), jwks }
}
