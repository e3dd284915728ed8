import { createHmac, createPrivateKey, createPublicKey, createSign, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSigningKey } from '../../../server/auth/signing-keys.ts'
import { createTokenService, type TokenService } from '../../../server/auth/token-service.ts'
import { openTestServer, START_TIME, type TestServer } from '../../support/server.ts'
import { findSharedFolder } from '../../support/shared-folder.ts'

const key = await createSigningKey(START_TIME)
const { createdAt: _, d: __, ...publicHalf } = key
const seconds = START_TIME.getTime() / 1000
const HEADER = { alg: 'ES256', kid: key.kid, typ: 'at+jwt' }
const CLAIMS = {
  sub: 'me',
  sid: 'a-session',
  ability: [['manage', 'all']],
  anonymous: false,
  iss: 'atelier',
  aud: 'atelier',
  iat: seconds,
  exp: seconds + 900,
}

let server: TestServer
let tokens: TokenService

beforeAll(async () => {
  tokens = await createTokenService({ keys: [key] }, () => START_TIME)
  server = await openTestServer({ deps: { tokens } })
})
afterAll(() => server.close())

const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** Signs any header and claims with our own key. */
function signed(
  header: unknown,
  claims: unknown,
  pem = createPrivateKey({ key: key as never, format: 'jwk' }),
): string {
  const text = `${part(header)}.${part(claims)}`
  const signature = createSign('sha256').update(text).sign({ key: pem, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

/** Returns the results of the verifier and of a call that needs a token. */
async function outcomesOf(token: string): Promise<unknown[]> {
  const verified = await tokens.verify(token).then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? 'fault',
  )
  const { status } = await server.call('GET /v1/tags', { headers: { authorization: `Bearer ${token}` } })
  return [verified, status]
}
const REFUSED = ['NOT_SIGNED_IN', 401]

test('accepts a valid token signed by this test, as a control for the refusals of forged tokens', async () => {
  expect(await outcomesOf(signed(HEADER, CLAIMS))).toEqual(['accepted', 200])
})

describe('a token with our signature and wrong content is refused:', () => {
  const { sub: _sub, ...noSub } = CLAIMS
  const { exp: _exp, ...noExp } = CLAIMS
  const { iat: _iat, ...noIat } = CLAIMS
  const { iss: _iss, ...noIss } = CLAIMS
  const { ability: _ability, ...noAbility } = CLAIMS
  const { aud: _aud, ...noAudience } = CLAIMS
  test.each<[string, unknown, unknown, string?]>([
    ['has expired', HEADER, { ...CLAIMS, exp: seconds - 1 }, 'TOKEN_EXPIRED'],
    ['expires this second', HEADER, { ...CLAIMS, exp: seconds }, 'TOKEN_EXPIRED'],
    ['has no expiry', HEADER, noExp],
    ['has a string as expiry', HEADER, { ...CLAIMS, exp: '9999999999' }],
    ['has a list as expiry', HEADER, { ...CLAIMS, exp: [seconds + 900] }],
    ['is not valid yet', HEADER, { ...CLAIMS, nbf: seconds + 60 }],
    ['has a string as start', HEADER, { ...CLAIMS, nbf: 'now' }],
    ['has no issue time', HEADER, noIat],
    ['has a string as issue time', HEADER, { ...CLAIMS, iat: 'x' }],
    ['has another issuer', HEADER, { ...CLAIMS, iss: 'other' }],
    ['has no issuer', HEADER, noIss],
    ['has a list of issuers', HEADER, { ...CLAIMS, iss: ['atelier'] }],
    ['has another audience', HEADER, { ...CLAIMS, aud: 'https://other.example' }],
    ['has a list of audiences', HEADER, { ...CLAIMS, aud: ['atelier'] }],
    ['has no audience', HEADER, noAudience],
    ['is a file grant', { ...HEADER, typ: 'file-grant+jwt' }, CLAIMS],
    ['has no subject', HEADER, noSub],
    ['has an object as subject', HEADER, { ...CLAIMS, sub: { $ne: '' } }],
    ['has a string as ability', HEADER, { ...CLAIMS, ability: 'all' }],
    ['has no ability', HEADER, noAbility],
    ['is an identity token', { ...HEADER, typ: 'JWT' }, CLAIMS],
    ['has no type', { alg: 'ES256', kid: key.kid }, CLAIMS],
    ['has a list as type', { ...HEADER, typ: ['at+jwt'] }, CLAIMS],
    ['names an unknown key', { ...HEADER, kid: 'other' }, CLAIMS],
    ['has a path as key id', { ...HEADER, kid: '../../../../dev/null' }, CLAIMS],
    ['has an unknown critical header', { ...HEADER, crit: ['x'], x: 1 }, CLAIMS],
    ['has an unencoded payload', { ...HEADER, b64: false, crit: ['b64'] }, CLAIMS],
    ['has no algorithm', { kid: key.kid, typ: 'at+jwt' }, CLAIMS],
    ['is a list', HEADER, [CLAIMS]],
    ['is a string', HEADER, '"x"'],
    ['is null', HEADER, 'null'],
    [
      'has its claims twice',
      HEADER,
      `{"exp":${seconds - 9},"exp":${seconds - 1},"sub":"me","iss":"atelier","iat":${seconds}}`,
      'TOKEN_EXPIRED',
    ],
  ])('one that %s', async (_what, header, claims, code = 'NOT_SIGNED_IN') => {
    expect(await outcomesOf(signed(header, claims))).toEqual([code, 401])
  })
})

describe('another algorithm or another key is refused:', () => {
  const text = (alg: string, more: object = {}) => `${part({ ...HEADER, alg, ...more })}.${part(CLAIMS)}`

  test.each(['none', 'None', 'NONE', 'nOnE', '', 'ES256 ', 'es256'])(
    'the algorithm %j, unsigned and signed by our key',
    async (alg) => {
      const ours = signed({ ...HEADER, alg }, CLAIMS)
      for (const token of [`${text(alg)}.`, text(alg), `${text(alg)}.AA`, ours])
        expect(await outcomesOf(token)).toEqual(REFUSED)
    },
  )

  const publicPem = createPublicKey({ key: publicHalf as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  test.each([
    ['our public key as PEM', publicPem],
    ['our public key as JWK', JSON.stringify(publicHalf)],
    ['the x coordinate of our public key', key.x],
    ['an empty string', ''],
  ])('HMAC with this secret: %s', async (_, secret) => {
    for (const [alg, hash] of [
      ['HS256', 'sha256'],
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
    ] as const) {
      const mac = createHmac(hash, secret as string)
        .update(text(alg))
        .digest('base64url')
      expect(await outcomesOf(`${text(alg)}.${mac}`)).toEqual(REFUSED)
    }
  })

  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const strangerJwk = stranger.publicKey.export({ format: 'jwk' })
  test.each<[string, object]>([
    ['none', {}],
    ['jwk', { jwk: strangerJwk }],
    ['jwk and its own kid', { jwk: { ...strangerJwk, kid: 'x' }, kid: 'x' }],
    ['jku', { jku: 'http://127.0.0.1:1/keys.json' }],
    ['x5u', { x5u: 'http://127.0.0.1:1/chain.pem' }],
    ['x5c', { x5c: [stranger.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')] }],
    ['x5t', { x5t: 'AAAA', 'x5t#S256': 'AAAA' }],
  ])('an attacker’s key, supplied in these header fields: %s', async (_, more) => {
    expect(await outcomesOf(signed({ ...HEADER, ...more }, CLAIMS, stranger.privateKey))).toEqual(REFUSED)
  })
})

describe('a token with an incomplete or altered signature is refused:', () => {
  const whole = signed(HEADER, CLAIMS)
  const [head = '', body = '', signature = ''] = whole.split('.')

  test('signature truncated to each possible length', async () => {
    for (let length = 0; length < signature.length; length++)
      expect(await tokens.verify(`${head}.${body}.${signature.slice(0, length)}`).catch(() => 'no'), `${length}`).toBe(
        'no',
      )
  })

  test('signature with a single bit flipped', async () => {
    const bytes = Buffer.from(signature, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 5) {
      const other = Buffer.from(bytes)
      other[bit >> 3]! ^= 1 << (bit & 7)
      const token = `${head}.${body}.${other.toString('base64url')}`
      expect(await tokens.verify(token).catch(() => 'no'), `${bit}`).toBe('no')
    }
  })

  test.each<[string, string]>([
    ['signature of zeros (CVE-2022-21449)', `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`],
    [
      'signature in DER',
      `${head}.${body}.${createSign('sha256')
        .update(`${head}.${body}`)
        .sign(createPrivateKey({ key: key as never, format: 'jwk' }))
        .toString('base64url')}`,
    ],
    ['signature of another payload', `${head}.${part({ ...CLAIMS, sub: 'admin' })}.${signature}`],
    ['signature of another header', `${part({ ...HEADER, cty: 'x' })}.${body}.${signature}`],
    ['a fourth part after the signature', `${whole}.AA`],
    ['no signature', `${head}.${body}`],
    ['a dot before the token', `.${whole}`],
    ['an encoded line end after the signature', `${head}.${body}.${signature}%0a`],
    ['a payload of a megabyte', `${head}.${part('x'.repeat(1_000_000))}.${signature}`],
  ])('%s', async (_, token) => {
    expect(await outcomesOf(token)).toEqual(REFUSED)
  })
})

const folder = findSharedFolder('data/strings')

describe.skipIf(!folder)('the Project Wycheproof vectors for JSON web signatures', () => {
  interface Group {
    private?: Record<string, string>
    public?: Record<string, string>
    tests: { tcId: number; comment: string; jws: unknown }[]
  }
  const groups: Group[] = folder ? JSON.parse(readFileSync(join(folder, 'jws-wycheproof.json'), 'utf8')).testGroups : []
  const jwsOf = (jws: unknown) => (typeof jws === 'string' ? jws : JSON.stringify(jws))

  test('none of the 401 vectors is accepted as an access token', async () => {
    const vectors = groups.flatMap(({ tests }) => tests)
    expect(vectors).toHaveLength(401)
    const passed: unknown[] = []
    for (const { tcId, jws } of vectors) {
      const text = jwsOf(jws)
      const accepted = await tokens.verify(text).then(
        () => true,
        (error: { code?: string }) => error.code !== 'NOT_SIGNED_IN',
      )
      const header = text.replace(/[^\x20-\x7e]/g, '')
      const { status } = await server.call('GET /v1/tags', { headers: { authorization: `Bearer ${header}` } })
      if (accepted || status !== 401) passed.push([tcId, status])
    }
    expect(passed).toEqual([])
  })

  test('no vector is accepted as an access token by a server whose signing key is the key of the vector', async () => {
    const passed: unknown[] = []
    let attempts = 0
    for (const { private: secret, public: open, tests } of groups) {
      const { kty, crv, kid, x, y, d } = { ...open, ...secret }
      if (kty !== 'EC' || crv !== 'P-256') continue
      const theirs = await createTokenService(
        { keys: [{ kty, crv, kid, x, y, d, createdAt: 0 } as never] },
        () => START_TIME,
      )
      for (const { tcId, jws } of tests) {
        attempts += 1
        if (
          await theirs.verify(jwsOf(jws)).then(
            () => true,
            () => false,
          )
        )
          passed.push(tcId)
      }
    }
    expect([passed, attempts > 30]).toEqual([[], true])
  })
})
