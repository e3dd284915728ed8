import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keysIn } from '../../../server/auth/keys.ts'
import { createTokens } from '../../../server/auth/tokens.ts'

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
  await expect(keysIn(folder, START)).rejects.toThrow('cannot be read')
})

test('an old key is followed by another and still verifies for a while', async () => {
  const first = await keysIn(folder, START)
  const token = await (await createTokens(first, () => later(90))).sign(claims)
  const both = await keysIn(folder, later(90))
  expect(both.keys.map(({ kid }) => kid)).toEqual([first.keys[0]?.kid, expect.any(String)])
  const tokens = await createTokens(both, () => later(90))
  expect(await tokens.verify(token)).toEqual(claims)
  expect(await tokens.verify(await tokens.sign(claims))).toEqual(claims)
  const third = await keysIn(folder, later(181))
  expect(third.keys.map(({ kid }) => kid)).toEqual([both.keys[1]?.kid, expect.any(String)])
})

test('a token of a key nobody knows, or of another issuer, is not accepted', async () => {
  const mine = await createTokens(await keysIn(folder, START), () => START)
  await rm(join(folder, 'keys.json'))
  const others = await createTokens(await keysIn(folder, START), () => START)
  await expect(mine.verify(await others.sign(claims))).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
})

test('keys that cannot be read stop the start and are left as they are', async () => {
  await writeFile(join(folder, 'keys.json'), '{"keys":')
  await expect(keysIn(folder, START)).rejects.toThrow(/cannot be read/)
  expect(await readFile(join(folder, 'keys.json'), 'utf8')).toBe('{"keys":')
})
