import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { createPasswords, isCommonPassword, OWASP_COST } from '../../../server/auth/passwords.ts'

const cheap = { ln: 4, r: 8, p: 1 }

test('a password is known again, another is not, and no two hashes are alike', async () => {
  const passwords = createPasswords(cheap)
  const hash = await passwords.hash('a-quiet-harbour-7')
  expect(hash).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/)
  expect(await passwords.verify('a-quiet-harbour-7', hash)).toBe(true)
  expect(await passwords.verify('a-quiet-harbour-8', hash)).toBe(false)
  expect(await passwords.hash('a-quiet-harbour-7')).not.toBe(hash)
})

test('the same signs in another spelling of Unicode are the same password', async () => {
  const passwords = createPasswords(cheap)
  const hash = await passwords.hash('caf\u00e9-at-the-quay')
  expect(await passwords.verify('cafe\u0301-at-the-quay', hash)).toBe(true)
})

test('an unknown account costs as much as a known one', async () => {
  const passwords = createPasswords({ ln: 14, r: 8, p: 1 })
  const hash = await passwords.hash('a-quiet-harbour-7')
  const took = async (kept: string | undefined) => {
    // Work, not time: others may want the machine meanwhile.
    const begun = process.cpuUsage()
    expect(await passwords.verify('something else', kept)).toBe(false)
    return process.cpuUsage(begun).user
  }
  const known = Math.min(await took(hash), await took(hash), await took(hash))
  const unknown = Math.min(await took(undefined), await took(undefined), await took(undefined))
  expect(unknown).toBeGreaterThan(known / 3)
})

test('hashing leaves the event loop free', async () => {
  const ticksOf = async () => {
    const ticks = vi.fn()
    const timer = setInterval(ticks, 5)
    await createPasswords().hash('a-quiet-harbour-7')
    clearInterval(timer)
    return ticks.mock.calls.length
  }
  // One during which others had the processor proves nothing.
  await expect.poll(ticksOf).toBeGreaterThan(2)
  expect(OWASP_COST).toEqual({ ln: 14, r: 8, p: 5 })
})

test('a hash of other work is outdated', async () => {
  const passwords = createPasswords(cheap)
  expect(passwords.isOutdated(await passwords.hash('x'))).toBe(false)
  expect(createPasswords({ ...cheap, p: 2 }).isOutdated(await passwords.hash('x'))).toBe(true)
})

test('the commonest passwords that are long enough to be asked for are all known', async () => {
  for (const common of ['123456789012', 'qwertyuiop12', 'PASSWORD1234'.toLowerCase()])
    expect([common, await isCommonPassword(common)]).toEqual([common, true])
  expect(await isCommonPassword('a-quiet-harbour-7')).toBe(false)
})

const shared = await readFile('../shared/data/strings/passwords-common.txt', 'utf8').catch(() => undefined)
test.skipIf(!shared)('the 10,000 commonest of a count of leaked passwords are refused, if long enough', async () => {
  const words = shared!
    .split('\n')
    .slice(0, 10_000)
    .map((line) => line.replace(/\s+\d+\s*$/, ''))
  const long = words.filter((word) => word.length >= 12)
  expect(long.length).toBeGreaterThan(20)
  for (const word of long) expect([word, await isCommonPassword(word)]).toEqual([word, true])
})
