// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MOST_ASKED, PRESENT_EVERY_MS, type PresentAt } from '../../../src/api/contract/presence.ts'
import { LOOK_MS, PresenceMarks, STANDING_MS } from '../../../src/ui/asset-list/PresenceMarks.tsx'
import { AtelierContext } from '../../../src/ui/context.ts'
import { translateIn } from '../../support/translate.ts'
import { GUEST, PERSON } from '../session/support.tsx'

let asked: string[]
let there: Record<string, Omit<PresentAt, 'assetId'>>

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
  asked = []
  there = {
    cap: {
      people: [
        { id: 'ada', name: 'Ada', isEditing: true },
        { id: 'b', isEditing: false },
      ],
      total: 4,
    },
  }
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const rows = (...ids: string[]) => ids.map((id) => `<li><span data-turns="${id}"></span></li>`).join('')

function show(html: string, data: object = PERSON) {
  document.body.innerHTML = `<ul>${html}</ul>`
  const session = {
    getSnapshot: () => ({ context: { data } }),
    subscribe: () => ({ unsubscribe() {} }),
  }
  const ask = async (ids: readonly string[]) => {
    asked.push(ids.join(' '))
    return ids.flatMap((assetId) => (there[assetId] ? [{ assetId, ...there[assetId] }] : []))
  }
  render(
    <AtelierContext value={{ session, translate: translateIn('en') } as never}>
      <PresenceMarks ask={ask} />
    </AtelierContext>,
  )
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const inRow = (id: string) => document.querySelector(`[data-turns="${id}"]`)!.textContent

test('one question tells of all rows and the preview, who edits first, and again after a while', async () => {
  show(`${rows('cap', 'hat')}<li><span data-present="cap"></span></li>`)
  await wait(STANDING_MS)
  expect(asked).toEqual(['cap hat'])
  expect(inRow('cap')).toBe('4Ada is editing. A team member is looking at this. And 2 more')
  expect(inRow('hat')).toBe('')
  expect(document.querySelector('[data-present] ul')!.children.length).toBe(3)
  there = { hat: { people: [{ id: 'ada', name: 'Ada', isEditing: false }], total: 1 } }
  await wait(PRESENT_EVERY_MS)
  expect([inRow('cap'), inRow('hat')]).toEqual(['', 'Ada is looking at this'])
  expect(screen.queryByRole('list', { name: 'Also here' })).toBe(null)
})

test('other rows are asked about once they stand, and those that stay keep their marks meanwhile', async () => {
  show(rows('cap'))
  await wait(STANDING_MS)
  await act(async () => void document.querySelector('ul')!.insertAdjacentHTML('beforeend', rows('hat')))
  await wait(LOOK_MS)
  await wait(STANDING_MS - 1)
  expect([asked, inRow('cap')?.slice(0, 4)]).toEqual([['cap'], '4Ada'])
  await wait(1)
  expect(asked).toEqual(['cap', 'cap hat'])
})

test('rows that stand aside for a press to come are not asked about', async () => {
  show(`${rows('cap')}</ul><ul data-aside="">${rows('hat')}`)
  await wait(STANDING_MS)
  expect(asked).toEqual(['cap'])
})

test('of more rows than can be asked about, so many are', async () => {
  show(rows(...Array.from({ length: MOST_ASKED + 5 }, (_, n) => `${n}`)))
  await wait(STANDING_MS)
  expect(asked.map((it) => it.split(' ').length)).toEqual([MOST_ASKED])
})

test('guests ask for nothing, nor does a list without rows', async () => {
  show(rows('cap'), GUEST)
  await wait(PRESENT_EVERY_MS)
  cleanup()
  show('')
  await wait(PRESENT_EVERY_MS)
  expect(asked).toEqual([])
})
