import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { createPasswordHasher, isCommonPassword, OWASP_COST } from '../../../server/auth/password-hasher.ts'

const cheap = { ln: 4, r: 8, p: 1 }

test('verifies the right password, refuses a wrong one, and hashes the same password differently each time', async () => {
  const passwords = createPasswordHasher(cheap)
  const hash = await passwords.hash('a-quiet-harbour-7')
  expect(hash).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/)
  expect(await passwords.verify('a-quiet-harbour-7', hash)).toBe(true)
  expect(await passwords.verify('a-quiet-harbour-8', hash)).toBe(false)
  expect(await passwords.hash('a-quiet-harbour-7')).not.toBe(hash)
})

test('the same characters in another Unicode normalisation are the same password', async () => {
  const passwords = createPasswordHasher(cheap)
  const hash = await passwords.hash('caf\u00e9-at-the-quay')
  expect(await passwords.verify('cafe\u0301-at-the-quay', hash)).toBe(true)
})

test('verifying a password derives a key of the same cost for an unknown account as for a known one', async () => {
  const cost = { ln: 5, r: 8, p: 2 }
  const hash = await createPasswordHasher(cost).hash('a-quiet-harbour-7')
  for (const storedHash of [hash, undefined, null, '', 'not a hash']) {
    const deriveKey = vi.fn(async (_password: string, _salt: Buffer, bytes: number) => Buffer.alloc(bytes))
    expect(await createPasswordHasher(cost, deriveKey).verify('something else', storedHash)).toBe(false)
    const options = expect.objectContaining({ N: 32, r: 8, p: 2 })
    expect(deriveKey.mock.calls).toEqual([['something else', expect.objectContaining({ length: 16 }), 32, options]])
  }
})

test('hashing does not block the event loop', async () => {
  const ticksOf = async () => {
    const ticks = vi.fn()
    const timer = setInterval(ticks, 5)
    await createPasswordHasher().hash('a-quiet-harbour-7')
    clearInterval(timer)
    return ticks.mock.calls.length
  }
  // Repeated, because a run during which other processes used the CPU proves nothing.
  await expect.poll(ticksOf).toBeGreaterThan(2)
  expect(OWASP_COST).toEqual({ ln: 14, r: 8, p: 5 })
})

test('a hash with other cost parameters is outdated', async () => {
  const passwords = createPasswordHasher(cheap)
  expect(passwords.isOutdated(await passwords.hash('x'))).toBe(false)
  for (const other of [{ ln: 5 }, { r: 16 }, { p: 2 }])
    expect(createPasswordHasher({ ...cheap, ...other }).isOutdated(await passwords.hash('x'))).toBe(true)
  expect(passwords.isOutdated('not a hash')).toBe(true)
})

test('computes two hashes at a time, in the order of the requests', async () => {
  const started: { password: string; finish: () => void }[] = []
  const deriveKey = (password: string) =>
    new Promise<Buffer>((resolve) => started.push({ password, finish: () => resolve(Buffer.alloc(32)) }))
  const passwords = createPasswordHasher(cheap, deriveKey)
  const all = ['a', 'b', 'c', 'd', 'e'].map((password) => passwords.hash(password))
  const names = () => started.map(({ password }) => password).join('')
  expect(names()).toBe('ab')
  for (const [n, expected] of ['abc', 'abcd', 'abcde', 'abcde', 'abcde'].entries()) {
    started[n]!.finish()
    await all[n]
    expect(names()).toBe(expected)
  }
  const more = ['f', 'g', 'h'].map((password) => passwords.hash(password))
  expect(names()).toBe('abcdefg')
  for (const { finish } of started) finish()
  await more[0]
  started.at(-1)!.finish()
  await Promise.all(more)
})

test('recognises the most common passwords of sufficient length', async () => {
  for (const common of ['123456789012', 'qwertyuiop12', 'PASSWORD1234'.toLowerCase()])
    expect([common, await isCommonPassword(common)]).toEqual([common, true])
  expect(await isCommonPassword('a-quiet-harbour-7')).toBe(false)
})

const shared = await readFile('../shared/data/strings/passwords-common.txt', 'utf8').catch(() => undefined)
test.skipIf(!shared)('refuses the 10,000 most frequent leaked passwords that are long enough', async () => {
  const commonPasswords = shared!
    .split('\n')
    .slice(0, 10_000)
    .map((line) => line.replace(/\s+\d+\s*$/, ''))
  const long = commonPasswords.filter((password) => password.length >= 12)
  expect(long.length).toBeGreaterThan(20)
  for (const password of long) expect([password, await isCommonPassword(password)]).toEqual([password, true])
})
