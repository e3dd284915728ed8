// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runHeadScript } from '../src/head-script.ts'
import { SESSION_KEY, toSessionRecord } from '../src/machines/session/session-record.ts'
import { SIGNED_IN_SESSION } from './support/signed-in-session.ts'

const prefetch = vi.fn<typeof fetch>()

beforeEach(() => {
  prefetch.mockReset().mockResolvedValue(Response.json({}))
  vi.stubGlobal('fetch', prefetch)
})
afterEach(() => {
  globalThis.atelierPrefetchedCall = undefined
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a page that requires a session', () => {
  const replace = vi.fn<Location['replace']>()

  /** Opens a page that may require sign-in, and runs the script of its head. */
  function openProtectedPage(address: string, storedSession: string | null, requiresSignIn = true): void {
    document.head.innerHTML = requiresSignIn ? '<meta name="sign-in" content="/signin" />' : ''
    localStorage.clear()
    if (storedSession !== null) localStorage.setItem(SESSION_KEY, storedSession)
    vi.stubGlobal('location', Object.assign(new URL(address, 'https://atelier.example'), { replace }))
    runHeadScript()
  }
  beforeEach(() => replace.mockReset())
  afterEach(() => {
    globalThis.atelierIsRedirecting = undefined
  })

  test.each([
    ['/', '/signin'],
    ['/assets', '/signin?to=%2Fassets'],
    ['/assets?order=name&page=2#row', '/signin?to=%2Fassets%3Forder%3Dname%26page%3D2%23row'],
  ])('redirects a signed-out user from %s to %s without a prefetch', (address, expected) => {
    openProtectedPage(address, null)
    expect(replace.mock.calls).toEqual([[expected]])
    expect(globalThis.atelierIsRedirecting).toBe(true)
    expect(prefetch).not.toHaveBeenCalled()
  })

  test('does not redirect for a stored or broken session, denied storage, or the URL of the inspector', () => {
    openProtectedPage('/assets', JSON.stringify(toSessionRecord(SIGNED_IN_SESSION)))
    openProtectedPage('/assets', '{')
    openProtectedPage('/assets?inspect', null)
    openProtectedPage('/signup', null, false)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    openProtectedPage('/assets', null)
    expect(replace).not.toHaveBeenCalled()
    expect(globalThis.atelierIsRedirecting).toBeUndefined()
  })
})
