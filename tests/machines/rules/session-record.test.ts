import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SessionData } from '../../../src/api/contract/auth.ts'
import {
  fromStored,
  identityOf,
  isAnonymous,
  isLoggedIn,
  isSameAccount,
  merge,
  SESSION_KEY,
  sessionOf,
  takeOver,
  toRecord,
  unverifiedEmail,
} from '../../../src/machines/rules/session-record.ts'
import { tokenWith } from '../../support/tokens.ts'

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

  test('is kept under the key of the specification (Spec §9)', () => {
    expect(SESSION_KEY).toBe('persist:user')
  })

  test('holds every wallet once for each chain', () => {
    const wallets = [
      { address: '0x1', chain: 'x' },
      { address: '0x1', chain: 'y' },
      { address: '0x2', chain: 'x' },
      { address: '0x1', chain: 'x' },
    ]
    expect(merge(null, { ...data, wallets }).wallets).toEqual(wallets.slice(0, 3))
    expect(fromStored(JSON.stringify({ data: { ...data, wallets, assets: ['a', 'a'] } }))).toEqual({
      ...data,
      wallets: wallets.slice(0, 3),
      assets: ['a'],
    })
  })

  test('leaves out what an answer says beside it', () => {
    expect(sessionOf({ ...data, passwordCleared: true })).toEqual(data)
  })

  test('tells the address that is still to be verified, of people only', () => {
    const { email: _, ...guest } = data
    expect(unverifiedEmail(data)).toBe('one@atelier.example')
    const verified = { ...data, verifiedAt: '2026-01-01T00:00:00.000Z' }
    expect([unverifiedEmail(verified), unverifiedEmail(guest), unverifiedEmail(null)]).toEqual(Array(3).fill(undefined))
  })

  test('is of one account where the ids are the same, and of nobody where there is none', () => {
    const other = { ...data, _id: 'other' }
    expect([isSameAccount(data, { ...data, token: 'x' }), isSameAccount(data, other)]).toEqual([true, false])
    expect([isSameAccount(null, data), isSameAccount(data, null), isSameAccount(null, null)]).toEqual([
      false,
      false,
      false,
    ])
  })

  test('belongs to an account, and a guest who gave an e-mail is somebody else than before', () => {
    const { email: _, ...guest } = data
    expect([identityOf(data), identityOf(guest), identityOf(null)]).toEqual(['id', 'id guest', null])
  })

  test('takes over what another tab kept, but the tokens that were issued last', () => {
    const issued = (iat?: number) => ({ ...data, token: tokenWith({ iat }), refreshToken: `r${iat}` })
    const theirs = { ...issued(20), name: 'Ada' }
    expect(takeOver(issued(10), theirs)).toEqual(theirs)
    expect(takeOver(issued(30), theirs)).toEqual({ ...issued(30), name: 'Ada' })
    expect(takeOver(issued(20), theirs)).toEqual(theirs)
    expect(takeOver(issued(undefined), { ...issued(undefined), refreshToken: 'new' }).refreshToken).toBe('new')
    expect(takeOver(data, null)).toBe(data)
    // Tokens that cannot be read are older than any that can, and as old as each other.
    expect(takeOver(issued(10), { ...data, token: 'odd' }).token).toBe(issued(10).token)
    expect(takeOver({ ...data, token: 'odd' }, issued(10)).token).toBe(issued(10).token)
  })
})
