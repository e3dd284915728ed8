import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SessionData } from '../../../src/api/contract/auth.ts'
import {
  adoptNewerSession,
  identityOf,
  isAnonymous,
  isLoggedIn,
  isSameAccount,
  isVerifiedAccount,
  mergeSession,
  parseSessionRecord,
  SESSION_KEY,
  toSessionRecord,
  unverifiedEmailOf,
} from '../../../src/machines/session/session-record.ts'
import { createUnsignedToken } from '../../support/unsigned-token.ts'

const data: SessionData = {
  token: 't',
  refreshToken: 'r',
  _id: 'id',
  email: 'one@atelier.example',
  assets: ['a'],
  wallets: [{ address: '0x1', chain: 'x' }],
  settings: { isPasswordUpdated: false, isEmailVerified: true },
}

describe('stored session', () => {
  test('restores the data as written, with derived flags', () => {
    expect(toSessionRecord(data)).toEqual({ data, isLoggedIn: true, isAnonymous: false })
    expect(parseSessionRecord(JSON.stringify(toSessionRecord(data)))).toEqual(data)
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
  ])('parses %s as no session', (text) => {
    expect(parseSessionRecord(text)).toBe(null)
  })

  const naughty = resolve(import.meta.dirname, '../../../../shared/data/strings/blns.json')
  test.skipIf(!existsSync(naughty))('never throws or yields a session for malicious strings', () => {
    const strings = JSON.parse(readFileSync(naughty, 'utf8')) as string[]
    expect(strings.map(parseSessionRecord).filter(Boolean)).toEqual([])
  })

  test('merges a refresh response without duplicates in lists', () => {
    const { email: _, ...answer } = {
      ...data,
      token: 't2',
      assets: ['a', 'b', 'a'],
      wallets: [...data.wallets, ...data.wallets],
    }
    expect(mergeSession(data, answer)).toEqual({ ...data, token: 't2', assets: ['a', 'b'] })
  })

  test('is logged in only with both tokens, and anonymous only with an id and without an e-mail', () => {
    const { email: _, ...guest } = data
    expect([isLoggedIn(null), isLoggedIn(data), isLoggedIn({ ...data, refreshToken: '' })]).toEqual([
      false,
      true,
      false,
    ])
    expect([isAnonymous(null), isAnonymous(data), isAnonymous(guest)]).toEqual([false, false, true])
  })

  test('uses the specified storage key (Spec §9)', () => {
    expect(SESSION_KEY).toBe('persist:user')
  })

  test('contains every wallet once per chain', () => {
    const wallets = [
      { address: '0x1', chain: 'x' },
      { address: '0x1', chain: 'y' },
      { address: '0x2', chain: 'x' },
      { address: '0x1', chain: 'x' },
    ]
    expect(mergeSession(null, { ...data, wallets }).wallets).toEqual(wallets.slice(0, 3))
    expect(parseSessionRecord(JSON.stringify({ data: { ...data, wallets, assets: ['a', 'a'] } }))).toEqual({
      ...data,
      wallets: wallets.slice(0, 3),
      assets: ['a'],
    })
  })

  test('returns the unverified address of an account, but not of a guest', () => {
    const { email: _, ...guest } = data
    expect(unverifiedEmailOf(data)).toBe('one@atelier.example')
    const verified = { ...data, verifiedAt: '2026-01-01T00:00:00.000Z' }
    expect([unverifiedEmailOf(verified), unverifiedEmailOf(guest), unverifiedEmailOf(null)]).toEqual(
      Array(3).fill(undefined),
    )
  })

  test('belongs to the same account as another session only if both exist and have the same id', () => {
    const other = { ...data, _id: 'other' }
    expect([isSameAccount(data, { ...data, token: 'x' }), isSameAccount(data, other)]).toEqual([true, false])
    expect([isSameAccount(null, data), isSameAccount(data, null), isSameAccount(null, null)]).toEqual([
      false,
      false,
      false,
    ])
  })

  test("changes its identity when a guest signs up and when the token gains a verified user's permissions", () => {
    const { email: _, ...guest } = data
    const memberSession = { ...data, token: createUnsignedToken({ ability: [['read', 'Asset,Application']] }) }
    const unverified = {
      ...data,
      token: createUnsignedToken({ ability: [['read', 'Asset', { defaultAuthorized: true }]] }),
    }
    expect([memberSession, unverified, guest, null].map(identityOf)).toEqual(['id', 'id unverified', 'id guest', null])
  })

  test('is that of a verified account once its e-mail is verified', () => {
    const { email: _, ...guest } = data
    const verified = { ...data, verifiedAt: '2026-01-01T00:00:00.000Z' }
    expect([verified, data, guest, null].map(isVerifiedAccount)).toEqual([true, false, false, false])
  })

  test("adopts another tab's record, but keeps its own tokens if these are newer", () => {
    const sessionIssuedAt = (iat?: number) => ({
      ...data,
      token: createUnsignedToken({ iat }),
      refreshToken: `r${iat}`,
    })
    const otherSession = { ...sessionIssuedAt(20), name: 'Ada' }
    expect(adoptNewerSession(sessionIssuedAt(10), otherSession)).toEqual(otherSession)
    expect(adoptNewerSession(sessionIssuedAt(30), otherSession)).toEqual({ ...sessionIssuedAt(30), name: 'Ada' })
    expect(adoptNewerSession(sessionIssuedAt(20), otherSession)).toEqual(otherSession)
    expect(
      adoptNewerSession(sessionIssuedAt(undefined), { ...sessionIssuedAt(undefined), refreshToken: 'new' })
        .refreshToken,
    ).toBe('new')
    expect(adoptNewerSession(data, null)).toBe(data)
    // A session with an unreadable token counts as older than one with a readable token. Two unreadable tokens count as equally
    // old.
    expect(adoptNewerSession(sessionIssuedAt(10), { ...data, token: 'odd' }).token).toBe(sessionIssuedAt(10).token)
    expect(adoptNewerSession({ ...data, token: 'odd' }, sessionIssuedAt(10)).token).toBe(sessionIssuedAt(10).token)
  })
})
