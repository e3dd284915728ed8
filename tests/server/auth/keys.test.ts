import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keysIn, makeKey } from '../../../server/auth/keys.ts'
import { createTokens } from '../../../server/auth/tokens.ts'
import { StartFault } from '../../../server/start-fault.ts'

const DAY = 86_400_000
const START = new Date('2026-03-02T09:00:00.000Z')
const later = (days: number) => new Date(START.getTime() + days * DAY)
const claims = { sub: 'me', ability: [], anonymous: false, sid: 's' }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-keys-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('keys are made once and read again, and only by their owner', async () => {
  const made = await keysIn(folder, START)
  expect(await keysIn(folder, later(89))).toEqual(made)
  expect((await stat(join(folder, 'keys.json'))).mode & 0o777).toBe(0o600)
})

test('a public key is no key to sign with', async () => {
  const { keys } = await keysIn(folder, START)
  const { d: _, ...publicHalf } = keys[0]!
  await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys: [publicHalf] }))
  await expect(keysIn(folder, START)).rejects.toThrow('cannot be used')
})

test('an old key is followed by another and still verifies for a while', async () => {
  const first = await keysIn(folder, START)
  const token = await (await createTokens(first, () => later(90))).sign(claims)
  const both = await keysIn(folder, later(90))
  expect(both.keys.map(({ kid }) => kid)).toEqual([first.keys[0]?.kid, expect.any(String)])
  const tokens = await createTokens(both, () => later(90))
  expect(await tokens.verify(token)).toMatchObject(claims)
  expect(await tokens.verify(await tokens.sign(claims))).toMatchObject(claims)
  const third = await keysIn(folder, later(181))
  expect(third.keys.map(({ kid }) => kid)).toEqual([both.keys[1]?.kid, expect.any(String)])
})

test('a token of a key nobody knows, or of another issuer, is not accepted', async () => {
  const mine = await createTokens(await keysIn(folder, START), () => START)
  await rm(join(folder, 'keys.json'))
  const others = await createTokens(await keysIn(folder, START), () => START)
  await expect(mine.verify(await others.sign(claims))).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
})

test('a damaged file stops the start in one sentence and is left as it is', async () => {
  const path = join(folder, 'keys.json')
  const [good, other] = [await makeKey(START), await makeKey(START)]
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
    whole([good, good]),
    whole([{ ...good, createdAt: '2026' }]),
  ]) {
    await writeFile(path, text)
    const fault = await keysIn(folder, START).catch((thrown: unknown) => thrown)
    expect(fault, text).toBeInstanceOf(StartFault)
    expect((fault as Error).message).toMatch(
      /^The signing keys in \S+keys\.json cannot be used: [^\n]+; put back a whole copy, or remove the file and new keys are made\.$/,
    )
    expect((fault as Error).message).not.toContain(good.d)
    expect(await readFile(path, 'utf8')).toBe(text)
  }
  await rm(path)
  await mkdir(path)
  await expect(keysIn(folder, START)).rejects.toThrow(
    new StartFault(`The signing keys in ${path} cannot be read: EISDIR.`),
  )
})
