import { describe, expect, test, vi } from 'vitest'
import {
  createPresence,
  MAX_MESSAGES_PER_MINUTE,
  MAX_PAGES_PER_ACCOUNT,
  MAX_PAGES_PER_ASSET,
  type PresenceMessage,
} from '../../../server/events/presence.ts'
import { PRESENCE_TTL_MS } from '../../../src/api/contract/presence.ts'
import { expectNoLeaks } from '../../support/expect-no-leaks.ts'

/** Creates a standalone presence store. The test controls its clock and the ends of its sessions. */
function alone(most?: number) {
  let time = 0
  const ends = new Map<string, () => void>()
  const spread: PresenceMessage[] = []
  const presence = createPresence(
    {
      now: () => new Date(time),
      revocations: {
        onRevoked(id, end) {
          ends.set(id, end)
          return () => ends.delete(id)
        },
      },
      broadcast: (message) => spread.push(message),
    },
    most,
  )
  const put = (accountId: string, more: { tab?: string; assetId?: string; isEditing?: boolean } = {}) =>
    presence.announce({ accountId, sessionId: `of-${accountId}`, tab: '1', assetId: 'cap', isEditing: false, ...more })
  const at = (assetId = 'cap') => presence.others(assetId, 'me').map(({ accountId }) => accountId)
  const wait = (ms: number) => {
    time += ms
  }
  return { presence, put, at, wait, spread, ends }
}

describe('presence at an asset', () => {
  test('lasts 45 s after the last presence message, and starts again with the next message', () => {
    const { put, at, wait } = alone()
    put('one')
    wait(PRESENCE_TTL_MS - 1)
    expect(at()).toEqual(['one'])
    wait(1)
    expect(at()).toEqual([])
    put('one')
    expect(at()).toEqual(['one'])
  })

  test('shows a user with several open pages once, as editing if any of these pages is editing', () => {
    const { presence, put } = alone()
    put('one', { tab: 'a', isEditing: true })
    put('one', { tab: 'b' })
    expect(presence.others('cap', 'me')).toEqual([{ accountId: 'one', isEditing: true }])
    presence.leave({ accountId: 'one', tab: 'a', assetId: 'cap' })
    expect(presence.others('cap', 'me')).toEqual([{ accountId: 'one', isEditing: false }])
    presence.leave({ accountId: 'one', tab: 'b', assetId: 'cap' })
    expect(presence.others('cap', 'me')).toEqual([])
  })

  test('moves with the page to its next asset, and ignores a late leave message for the previous asset', () => {
    const { presence, put, at } = alone()
    put('one')
    put('one', { assetId: 'boot' })
    presence.leave({ accountId: 'one', tab: '1', assetId: 'cap' })
    expect([at(), at('boot')]).toEqual([[], ['one']])
  })

  test('ends with the session', () => {
    const { put, at, ends } = alone()
    put('one')
    put('two')
    ends.get('of-one')!()
    expect([at(), ends.has('of-two')]).toEqual([['two'], true])
  })

  test('removes its session listener when a page leaves, moves, announces again, expires or exceeds a limit', async () => {
    let [time, subscriptions] = [0, 0]
    const presence = createPresence({
      now: () => new Date(time),
      revocations: {
        onRevoked() {
          subscriptions += 1
          return () => {
            subscriptions -= 1
          }
        },
      },
    })
    const mark = { accountId: 'one', sessionId: 'session', tab: 't', assetId: 'cap', isEditing: false }
    const counts = { subscriptions: () => subscriptions }
    vi.useFakeTimers()
    try {
      await expectNoLeaks(
        () => {
          presence.announce(mark)
          presence.announce(mark)
          presence.announce({ ...mark, assetId: 'boot' })
          expect(subscriptions).toBe(1)
          presence.leave({ ...mark, assetId: 'boot' })
          // Runs the delayed notification of the users who have the asset open.
          vi.advanceTimersByTime(10_000)
        },
        { counters: counts },
      )
      for (let n = 0; n <= MAX_PAGES_PER_ACCOUNT; n++) presence.announce({ ...mark, tab: `${n}` })
      expect(subscriptions).toBe(MAX_PAGES_PER_ACCOUNT)
      time += PRESENCE_TTL_MS
      presence.announce({ ...mark, accountId: 'two' })
      expect(subscriptions).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  test('lists users in order of arrival', () => {
    const { put, at } = alone()
    for (const name of ['b', 'a', 'me', 'c', 'b']) put(name)
    expect(at()).toEqual(['b', 'a', 'c'])
  })

  test('sends batched notifications of changes to the users at the asset, but none of repeated messages', () => {
    vi.useFakeTimers()
    try {
      const { presence, put } = alone()
      const notifications: string[] = []
      for (const name of ['one', 'elsewhere']) presence.listen(name, (id) => notifications.push(`${name} ${id}`))
      const stop = presence.listen('two', (id) => notifications.push(`two ${id}`))
      put('elsewhere', { assetId: 'boot' })
      put('one')
      put('one')
      expect(notifications.splice(0)).toEqual(['elsewhere boot', 'one cap'])
      vi.advanceTimersByTime(2000)
      put('one')
      expect(notifications).toEqual([])
      put('two')
      expect(notifications.splice(0)).toEqual(['one cap', 'two cap'])
      put('two', { isEditing: true })
      expect(notifications).toEqual([])
      vi.advanceTimersByTime(2000)
      expect(notifications.splice(0)).toEqual(['one cap', 'two cap'])
      for (let time = 0; time < 2; time++) stop()
      vi.advanceTimersByTime(2000)
      put('two')
      expect(notifications.splice(0)).toEqual(['one cap'])
      vi.advanceTimersByTime(2000)
      presence.leave({ accountId: 'two', tab: '1', assetId: 'cap' })
      expect(notifications).toEqual(['one cap'])
    } finally {
      vi.useRealTimers()
    }
  })

  test('has a limit of pages per user, per asset and in total', () => {
    const { put, at } = alone(250)
    put('me', { tab: 'x', assetId: 'boot' })
    for (let n = 0; n <= MAX_PAGES_PER_ACCOUNT; n++) put('one', { tab: `${n}`, assetId: `of-${n}` })
    expect([at('of-0'), at('of-1')]).toEqual([[], ['one']])
    for (let n = 0; n <= MAX_PAGES_PER_ASSET; n++) put(`a${n}`)
    expect([at().length, at().includes('a0'), at().includes(`a${MAX_PAGES_PER_ASSET}`)]).toEqual([
      MAX_PAGES_PER_ASSET,
      true,
      false,
    ])
    for (let n = 0; n < 60; n++) put(`b${n}`, { assetId: 'hat' })
    expect([at('of-1'), at('hat').length]).toEqual([[], 60])

    const small = alone(3)
    for (const name of ['a', 'b', 'c']) small.put(name)
    expect(small.at()).toEqual(['a', 'b', 'c'])
    small.put('d')
    expect(small.at()).toEqual(['b', 'c', 'd'])
  })

  test('does not start on a page that the user left during the check of permissions', () => {
    const { presence } = alone()
    const page = { accountId: 'one', tab: 'a', assetId: 'cap' }
    const others = [{ accountId: 'two' }, { tab: 'b' }, { assetId: 'boot' }]
    const finishArrival = presence.arrive(page)
    for (const other of others) presence.leave({ ...page, ...other })
    expect(finishArrival()).toBe(false)
    const [finishNext, finishOther] = [presence.arrive(page), presence.arrive({ ...page, tab: 'b' })]
    presence.leave(page)
    expect([finishNext(), finishOther(), finishArrival()]).toEqual([true, false, false])
  })

  test('is the same in another process that receives the messages', () => {
    const [sender, receiver] = [alone(), alone()]
    sender.put('one')
    sender.put('two', { isEditing: true })
    sender.presence.leave({ accountId: 'one', tab: '1', assetId: 'cap' })
    const page = { accountId: 'one', tab: '1', assetId: 'cap' }
    const messages = [
      { here: { ...page, sessionId: 'of-one', isEditing: false } },
      { here: { ...page, accountId: 'two', sessionId: 'of-two', isEditing: true } },
      { left: page },
    ]
    expect(sender.spread).toEqual(messages)
    for (const message of messages) receiver.presence.receive(message)
    expect([receiver.presence.others('cap', 'me'), receiver.spread]).toEqual([
      [{ accountId: 'two', isEditing: true }],
      [],
    ])
  })

  test('limits the messages per user and minute, separately for each user', () => {
    const { presence, wait, put } = alone()
    for (let n = 0; n < MAX_MESSAGES_PER_MINUTE; n++) presence.countMessage('one')
    const refused = () =>
      expect(() => presence.countMessage('one')).toThrow(
        expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfter: 60 }),
      )
    refused()
    expect(() => presence.countMessage('two')).not.toThrow()
    wait(59_999)
    put('three')
    refused()
    wait(1)
    expect(() => presence.countMessage('one')).not.toThrow()
    for (let n = 1; n < MAX_MESSAGES_PER_MINUTE; n++) presence.countMessage('one')
    refused()
    wait(60_000)
    put('three')
    expect(() => presence.countMessage('one')).not.toThrow()
  })
})
