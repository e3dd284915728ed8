import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SessionData } from '../../../src/api/contract/auth.ts'
import { fromStored, isAnonymous, isLoggedIn, merge, toRecord } from '../../../src/machines/rules/session-record.ts'

const data: SessionData = {
  token: 't',
  refreshToken: 'r',
  _id: 'id',
  email: 'one@atelier.example',
  assets: ['a'],
  wallets: [{ address: '0x1', chain: 'x' }],
  settings: { isPasswordUpdated: false, isEmailVerified: true },
}

describe('the kept session', () => {
  test('comes back as it was written, with the derived flags beside it', () => {
    expect(toRecord(data)).toEqual({ data, isLoggedIn: true, isAnonymous: false })
    expect(fromStored(JSON.stringify(toRecord(data)))).toEqual(data)
  })

  test.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"data":{}}',
    JSON.stringify({ data: { ...data, token: '' } }),
    JSON.stringify({ data: { ...data, refreshToken: '' } }),
    JSON.stringify({ data: { ...data, assets: 'a' } }),
  ])('%s gives no session', (text) => {
    expect(fromStored(text)).toBe(null)
  })

  const naughty = resolve(import.meta.dirname, '../../../../shared/data/strings/blns.json')
  test.skipIf(!existsSync(naughty))('no naughty string gives a session or throws', () => {
    const strings = JSON.parse(readFileSync(naughty, 'utf8')) as string[]
    expect(strings.map(fromStored).filter(Boolean)).toEqual([])
  })

  test('a refresh is merged and sets hold nothing twice', () => {
    const { email: _, ...answer } = {
      ...data,
      token: 't2',
      assets: ['a', 'b', 'a'],
      wallets: [...data.wallets, ...data.wallets],
    }
    expect(merge(data, answer)).toEqual({ ...data, token: 't2', assets: ['a', 'b'] })
  })

  test('logged in needs both tokens, anonymous an id without an e-mail', () => {
    const { email: _, ...guest } = data
    expect([isLoggedIn(null), isLoggedIn(data), isLoggedIn({ ...data, refreshToken: '' })]).toEqual([
      false,
      true,
      false,
    ])
    expect([isAnonymous(null), isAnonymous(data), isAnonymous(guest)]).toEqual([false, false, true])
  })
})
