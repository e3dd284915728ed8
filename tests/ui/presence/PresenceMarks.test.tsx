// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type AssetPresence, MAX_PRESENCE_ASSETS, PRESENCE_HEARTBEAT_MS } from '../../../src/api/contract/presence.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { PRESENCE_DEBOUNCE_MS, PresenceMarks, SCAN_DELAY_MS } from '../../../src/ui/presence/PresenceMarks.tsx'
import { createTranslateFor } from '../../support/translate.ts'
import { GUEST, VERIFIED_USER } from '../session/support.tsx'

let requests: string[]
let presence: Record<string, Omit<AssetPresence, 'assetId'>>

beforeEach(() => {
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  })
  requests = []
  presence = {
    cap: {
      people: [
        { id: 'ada', name: 'Ada', isEditing: true },
        { id: 'b', isEditing: false },
      ],
      total: 4,
    },
  }
})

const rows = (...ids: string[]) => ids.map((id) => `<li><span data-turns="${id}"></span></li>`).join('')

function show(html: string, data: object = VERIFIED_USER) {
  document.body.innerHTML = `<ul>${html}</ul>`
  const session = {
    getSnapshot: () => ({ context: { data } }),
    subscribe: () => ({ unsubscribe() {} }),
  }
  const loadPresence = async (ids: readonly string[]) => {
    requests.push(ids.join(' '))
    return ids.flatMap((assetId) => (presence[assetId] ? [{ assetId, ...presence[assetId] }] : []))
  }
  render(
    <AtelierContext value={{ session, translate: createTranslateFor('en') } as never}>
      <PresenceMarks loadPresence={loadPresence} />
    </AtelierContext>,
  )
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const textInRow = (id: string) => document.querySelector(`[data-turns="${id}"]`)!.textContent

test('requests presence for all rows and the preview in one request, lists editors first, and polls', async () => {
  show(`${rows('cap', 'hat')}<li><span data-present="cap"></span></li>`)
  await wait(PRESENCE_DEBOUNCE_MS)
  expect(requests).toEqual(['cap hat'])
  expect(textInRow('cap')).toBe('4Ada is editing. A team member is looking at this. And 2 more')
  expect(textInRow('hat')).toBe('')
  expect(document.querySelector('[data-present] ul')!.children.length).toBe(3)
  presence = { hat: { people: [{ id: 'ada', name: 'Ada', isEditing: false }], total: 1 } }
  await wait(PRESENCE_HEARTBEAT_MS)
  expect([textInRow('cap'), textInRow('hat')]).toEqual(['', 'Ada is looking at this'])
  expect(screen.queryByRole('list', { name: 'Also here' })).toBe(null)
})

test('requests presence for added rows after a debounce, and keeps the presence shown in existing rows', async () => {
  show(rows('cap'))
  await wait(PRESENCE_DEBOUNCE_MS)
  await act(async () => void document.querySelector('ul')!.insertAdjacentHTML('beforeend', rows('hat')))
  await wait(SCAN_DELAY_MS)
  await wait(PRESENCE_DEBOUNCE_MS - 1)
  expect([requests, textInRow('cap')?.slice(0, 4)]).toEqual([['cap'], '4Ada'])
  await wait(1)
  expect(requests).toEqual(['cap', 'cap hat'])
})

test('requests no presence for prefetched rows that are still hidden', async () => {
  show(`${rows('cap')}</ul><ul data-aside="">${rows('hat')}`)
  await wait(PRESENCE_DEBOUNCE_MS)
  expect(requests).toEqual(['cap'])
})

test('requests presence for at most MAX_PRESENCE_ASSETS rows', async () => {
  show(rows(...Array.from({ length: MAX_PRESENCE_ASSETS + 5 }, (_, n) => `${n}`)))
  await wait(PRESENCE_DEBOUNCE_MS)
  expect(requests.map((it) => it.split(' ').length)).toEqual([MAX_PRESENCE_ASSETS])
})

test('requests no presence for guests or for an empty list', async () => {
  show(rows('cap'), GUEST)
  await wait(PRESENCE_HEARTBEAT_MS)
  cleanup()
  show('')
  await wait(PRESENCE_HEARTBEAT_MS)
  expect(requests).toEqual([])
})
