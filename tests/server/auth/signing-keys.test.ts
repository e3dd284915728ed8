import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  computeVerificationEnd,
  createSigningKey,
  loadSigningKeys,
  revokeKeyInFile,
} from '../../../server/auth/signing-keys.ts'
import { createTokenService } from '../../../server/auth/token-service.ts'
import { StartupError } from '../../../server/errors/startup-error.ts'

const DAY = 86_400_000
const START = new Date('2026-03-02T09:00:00.000Z')
const later = (days: number) => new Date(START.getTime() + days * DAY)
const claims = { sub: 'me', ability: [], anonymous: false, sid: 's' }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-keys-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('creates signing keys once, in a file that only its owner can read, and loads them again', async () => {
  const keys = await loadSigningKeys(folder, START)
  expect(await loadSigningKeys(folder, later(89))).toEqual(keys)
  expect((await stat(join(folder, 'keys.json'))).mode & 0o777).toBe(0o600)
})

test('refuses a key file that contains only a public key', async () => {
  const { keys } = await loadSigningKeys(folder, START)
  const { d: _, ...publicHalf } = keys[0]!
  await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys: [publicHalf] }))
  await expect(loadSigningKeys(folder, START)).rejects.toThrow('cannot be used')
})

test('replaces a signing key after 90 days, and still accepts tokens of the replaced key', async () => {
  const first = await loadSigningKeys(folder, START)
  const token = await (await createTokenService(first, () => later(90))).sign(claims)
  const both = await loadSigningKeys(folder, later(90))
  expect(both.keys.map(({ kid }) => kid)).toEqual([first.keys[0]?.kid, expect.any(String)])
  const tokens = await createTokenService(both, () => later(90))
  expect(await tokens.verify(token)).toMatchObject(claims)
  expect(await tokens.verify(await tokens.sign(claims))).toMatchObject(claims)
  const third = await loadSigningKeys(folder, later(181))
  expect(third.keys.map(({ kid }) => kid)).toEqual([both.keys[1]?.kid, expect.any(String)])
})

test('a replaced key verifies for two days, not until the next rotation', async () => {
  const first = await loadSigningKeys(folder, START)
  await loadSigningKeys(folder, later(90))
  const kidsAt = async (day: number) => (await loadSigningKeys(folder, later(day))).keys.map(({ kid }) => kid)
  expect([await kidsAt(91.9), await kidsAt(92)]).toEqual([
    [first.keys[0]!.kid, expect.any(String)],
    [expect.any(String)],
  ])
  expect(await kidsAt(92)).not.toContain(first.keys[0]!.kid)
})

test('the newest key verifies without an end, and a replaced key until two days after its replacement', () => {
  const keys = [{ createdAt: START.getTime() }, { createdAt: later(90).getTime() }]
  expect([computeVerificationEnd(keys, 0), computeVerificationEnd(keys, 1)]).toEqual([later(92), undefined])
})

test('a revoked key is removed, and replaced if it was the signing key', async () => {
  const [first] = (await loadSigningKeys(folder, START)).keys
  const [, second] = (await loadSigningKeys(folder, later(90))).keys
  const read = async () => (await loadSigningKeys(folder, later(90))).keys
  expect(await revokeKeyInFile(folder, later(90), 'no-such')).toBe(false)
  expect(await read()).toEqual([first, second])
  expect(await revokeKeyInFile(folder, later(90), first!.kid)).toBe(true)
  expect(await read()).toEqual([second])
  expect(await revokeKeyInFile(folder, later(91), second!.kid)).toBe(true)
  expect(await read()).toEqual([expect.objectContaining({ createdAt: later(91).getTime() })])
  expect(await revokeKeyInFile(join(folder, 'empty'), START, 'no-such')).toBe(false)
})

test('refuses a token of an unknown key', async () => {
  const mine = await createTokenService(await loadSigningKeys(folder, START), () => START)
  await rm(join(folder, 'keys.json'))
  const others = await createTokenService(await loadSigningKeys(folder, START), () => START)
  await expect(mine.verify(await others.sign(claims))).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
})

test('a damaged key file stops the server start with a one-line error and stays unchanged', async () => {
  const path = join(folder, 'keys.json')
  const [good, other] = [await createSigningKey(START), await createSigningKey(START)]
  const whole = (keys: unknown) => JSON.stringify({ keys })
  const { d: _, ...publicHalf } = good
  for (const text of [
    '',
    '\0'.repeat(200),
    '{"keys":',
    '[]',
    'null',
    whole([]),
    whole([null]),
    whole([publicHalf]),
    whole([{ ...good, crv: 'P-384' }]),
    whole([{ ...good, kty: 'OKP' }]),
    whole([{ ...good, x: other.x, y: other.y }]),
    whole([{ ...good, d: 'AAAA' }]),
    // Decoders ignore these characters, so without a check of the form the pair would be valid.
    whole([{ ...good, x: `${good.x}=` }]),
    whole([{ ...good, x: `!${good.x}` }]),
    whole([good, good]),
    whole([{ ...good, createdAt: '2026' }]),
  ]) {
    await writeFile(path, text)
    const error = await loadSigningKeys(folder, START).catch((thrown: unknown) => thrown)
    expect(error, text).toBeInstanceOf(StartupError)
    expect((error as Error).message).toMatch(
      /^The signing keys in \S+keys\.json cannot be used: [^\n]+; restore a complete copy, or delete the file to have new keys created\.$/,
    )
    expect((error as Error).message).not.toContain(good.d)
    expect(await readFile(path, 'utf8')).toBe(text)
  }
  await rm(path)
  await mkdir(path)
  await expect(loadSigningKeys(folder, START)).rejects.toThrow(
    new StartupError(`The signing keys in ${path} cannot be read: EISDIR.`),
  )
})
