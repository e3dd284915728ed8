import { createHmac, createPrivateKey, createPublicKey, createSign, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeKey } from '../../../server/auth/keys.ts'
import { createTokens, type Tokens } from '../../../server/auth/tokens.ts'
import { BEGINNING, openTestServer, type TestServer } from '../../support/server.ts'
import { sharedFolder } from '../../support/shared.ts'

const key = await makeKey(BEGINNING)
const { createdAt: _, d: __, ...publicHalf } = key
const seconds = BEGINNING.getTime() / 1000
const HEADER = { alg: 'ES256', kid: key.kid, typ: 'at+jwt' }
const CLAIMS = {
  sub: 'me',
  sid: 'a-session',
  ability: [['manage', 'all']],
  anonymous: false,
  iss: 'atelier',
  iat: seconds,
  exp: seconds + 900,
}

let server: TestServer
let tokens: Tokens

beforeAll(async () => {
  tokens = await createTokens({ keys: [key] }, () => BEGINNING)
  server = await openTestServer({ deps: { tokens } })
})
afterAll(() => server.close())

const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** A token signed with our own key, whatever it says. */
function signed(
  header: unknown,
  claims: unknown,
  pem = createPrivateKey({ key: key as never, format: 'jwk' }),
): string {
  const text = `${part(header)}.${part(claims)}`
  const signature = createSign('sha256').update(text).sign({ key: pem, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

/** What the verifier and a call that needs a token say of one. */
async function said(token: string): Promise<unknown[]> {
  const verified = await tokens.verify(token).then(
    () => 'accepted',
    (fault: { code?: string }) => fault.code ?? 'fault',
  )
  const { status } = await server.call('GET /v1/tags', { headers: { authorization: `Bearer ${token}` } })
  return [verified, status]
}
const REFUSED = ['NOT_SIGNED_IN', 401]

test('what this test signs as we do is accepted, so that a refusal below means something', async () => {
  expect(await said(signed(HEADER, CLAIMS))).toEqual(['accepted', 200])
})

describe('a token with our signature that says something else is refused', () => {
  const { sub: _sub, ...noSub } = CLAIMS
  const { exp: _exp, ...noExp } = CLAIMS
  const { iat: _iat, ...noIat } = CLAIMS
  const { iss: _iss, ...noIss } = CLAIMS
  const { ability: _ability, ...noAbility } = CLAIMS
  test.each<[string, unknown, unknown, string?]>([
    ['is over', HEADER, { ...CLAIMS, exp: seconds - 1 }, 'TOKEN_EXPIRED'],
    ['ends this second', HEADER, { ...CLAIMS, exp: seconds }, 'TOKEN_EXPIRED'],
    ['never ends', HEADER, noExp],
    ['ends by a text', HEADER, { ...CLAIMS, exp: '9999999999' }],
    ['ends by a list', HEADER, { ...CLAIMS, exp: [seconds + 900] }],
    ['has not begun', HEADER, { ...CLAIMS, nbf: seconds + 60 }],
    ['begins by a text', HEADER, { ...CLAIMS, nbf: 'now' }],
    ['was never issued', HEADER, noIat],
    ['was issued by a text', HEADER, { ...CLAIMS, iat: 'x' }],
    ['comes from elsewhere', HEADER, { ...CLAIMS, iss: 'other' }],
    ['comes from nowhere', HEADER, noIss],
    ['comes from several', HEADER, { ...CLAIMS, iss: ['atelier'] }],
    ['is nobody’s', HEADER, noSub],
    ['is an object’s', HEADER, { ...CLAIMS, sub: { $ne: '' } }],
    ['grants by a word', HEADER, { ...CLAIMS, ability: 'all' }],
    ['grants nothing at all', HEADER, noAbility],
    ['is an identity token', { ...HEADER, typ: 'JWT' }, CLAIMS],
    ['has no type', { alg: 'ES256', kid: key.kid }, CLAIMS],
    ['has a list for a type', { ...HEADER, typ: ['at+jwt'] }, CLAIMS],
    ['has a key nobody knows', { ...HEADER, kid: 'other' }, CLAIMS],
    ['has a path for a key', { ...HEADER, kid: '../../../../dev/null' }, CLAIMS],
    ['asks for something critical', { ...HEADER, crit: ['x'], x: 1 }, CLAIMS],
    ['is not encoded', { ...HEADER, b64: false, crit: ['b64'] }, CLAIMS],
    ['names no method', { kid: key.kid, typ: 'at+jwt' }, CLAIMS],
    ['is a list', HEADER, [CLAIMS]],
    ['is a text', HEADER, '"x"'],
    ['is null', HEADER, 'null'],
    [
      'has its claims twice',
      HEADER,
      `{"exp":${seconds - 9},"exp":${seconds - 1},"sub":"me","iss":"atelier","iat":${seconds}}`,
      'TOKEN_EXPIRED',
    ],
  ])('one that %s', async (_what, header, claims, code = 'NOT_SIGNED_IN') => {
    expect(await said(signed(header, claims))).toEqual([code, 401])
  })
})

describe('another method or another key is refused', () => {
  const text = (alg: string, more: object = {}) => `${part({ ...HEADER, alg, ...more })}.${part(CLAIMS)}`

  test.each(['none', 'None', 'NONE', 'nOnE', '', 'ES256 ', 'es256'])(
    'the method %j, with no signature and with ours',
    async (alg) => {
      const ours = signed({ ...HEADER, alg }, CLAIMS)
      for (const token of [`${text(alg)}.`, text(alg), `${text(alg)}.AA`, ours])
        expect(await said(token)).toEqual(REFUSED)
    },
  )

  const publicPem = createPublicKey({ key: publicHalf as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  test.each([
    ['as PEM', publicPem],
    ['as JWK', JSON.stringify(publicHalf)],
    ['as its x', key.x],
    ['as nothing', ''],
  ])('HMAC with our public key for a secret: %s', async (_, secret) => {
    for (const [alg, hash] of [
      ['HS256', 'sha256'],
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
    ] as const) {
      const mac = createHmac(hash, secret as string)
        .update(text(alg))
        .digest('base64url')
      expect(await said(`${text(alg)}.${mac}`)).toEqual(REFUSED)
    }
  })

  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const strangerJwk = stranger.publicKey.export({ format: 'jwk' })
  test.each<[string, object]>([
    ['nothing', {}],
    ['jwk', { jwk: strangerJwk }],
    ['jwk and its own kid', { jwk: { ...strangerJwk, kid: 'x' }, kid: 'x' }],
    ['jku', { jku: 'http://127.0.0.1:1/keys.json' }],
    ['x5u', { x5u: 'http://127.0.0.1:1/chain.pem' }],
    ['x5c', { x5c: [stranger.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')] }],
    ['x5t', { x5t: 'AAAA', 'x5t#S256': 'AAAA' }],
  ])('a stranger’s key that the header brings along by %s', async (_, more) => {
    expect(await said(signed({ ...HEADER, ...more }, CLAIMS, stranger.privateKey))).toEqual(REFUSED)
  })
})

describe('a signature that is not whole is refused', () => {
  const whole = signed(HEADER, CLAIMS)
  const [head = '', body = '', signature = ''] = whole.split('.')

  test('cut off at every length', async () => {
    for (let length = 0; length < signature.length; length++)
      expect(await tokens.verify(`${head}.${body}.${signature.slice(0, length)}`).catch(() => 'no'), `${length}`).toBe(
        'no',
      )
  })

  test('with any one of its bits turned', async () => {
    const bytes = Buffer.from(signature, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 5) {
      const other = Buffer.from(bytes)
      other[bit >> 3]! ^= 1 << (bit & 7)
      const token = `${head}.${body}.${other.toString('base64url')}`
      expect(await tokens.verify(token).catch(() => 'no'), `${bit}`).toBe('no')
    }
  })

  test.each<[string, string]>([
    ['all zeros (CVE-2022-21449)', `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`],
    [
      'in DER',
      `${head}.${body}.${createSign('sha256')
        .update(`${head}.${body}`)
        .sign(createPrivateKey({ key: key as never, format: 'jwk' }))
        .toString('base64url')}`,
    ],
    ['of another body', `${head}.${part({ ...CLAIMS, sub: 'admin' })}.${signature}`],
    ['of another header', `${part({ ...HEADER, cty: 'x' })}.${body}.${signature}`],
    ['with a fourth part', `${whole}.AA`],
    ['in two parts', `${head}.${body}`],
    ['behind a dot', `.${whole}`],
    ['with a line end', `${head}.${body}.${signature}%0a`],
    ['as a megabyte', `${head}.${part('x'.repeat(1_000_000))}.${signature}`],
  ])('%s', async (_, token) => {
    expect(await said(token)).toEqual(REFUSED)
  })
})

const folder = sharedFolder('data/strings')

describe.skipIf(!folder)('the vectors of Project Wycheproof for JSON web signatures', () => {
  interface Group {
    private?: Record<string, string>
    public?: Record<string, string>
    tests: { tcId: number; comment: string; jws: unknown }[]
  }
  const groups: Group[] = folder ? JSON.parse(readFileSync(join(folder, 'jws-wycheproof.json'), 'utf8')).testGroups : []
  const jwsOf = (jws: unknown) => (typeof jws === 'string' ? jws : JSON.stringify(jws))

  test('none of the 401 passes for a token of ours', async () => {
    const vectors = groups.flatMap(({ tests }) => tests)
    expect(vectors).toHaveLength(401)
    const passed: unknown[] = []
    for (const { tcId, jws } of vectors) {
      const text = jwsOf(jws)
      const accepted = await tokens.verify(text).then(
        () => true,
        (fault: { code?: string }) => fault.code !== 'NOT_SIGNED_IN',
      )
      const header = text.replace(/[^\x20-\x7e]/g, '')
      const { status } = await server.call('GET /v1/tags', { headers: { authorization: `Bearer ${header}` } })
      if (accepted || status !== 401) passed.push([tcId, status])
    }
    expect(passed).toEqual([])
  })

  test('nor where the key of the vector is ours: what it signs are no access tokens', async () => {
    const passed: unknown[] = []
    let tried = 0
    for (const { private: secret, public: open, tests } of groups) {
      const { kty, crv, kid, x, y, d } = { ...open, ...secret }
      if (kty !== 'EC' || crv !== 'P-256') continue
      const theirs = await createTokens({ keys: [{ kty, crv, kid, x, y, d, createdAt: 0 } as never] }, () => BEGINNING)
      for (const { tcId, jws } of tests) {
        tried += 1
        if (
          await theirs.verify(jwsOf(jws)).then(
            () => true,
            () => false,
          )
        )
          passed.push(tcId)
      }
    }
    expect([passed, tried > 30]).toEqual([[], true])
  })
})
