// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Present } from '../../../src/ui/asset/asset-work.ts'
import { PERSON } from '../session/support.tsx'
import { offline, pageOf, showAsset, stubPage, typeName } from './support.tsx'

let sight: DocumentVisibilityState = 'visible'
beforeEach(() => {
  sight = 'visible'
  stubPage()
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => sight)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Shows an asset's page, what it says of itself, and answers it. */
async function open(options: Parameters<typeof showAsset>[0] = {}) {
  const said: string[] = []
  let answer: Present | Promise<Present> | Error = { people: [], total: 0 }
  let nudge: ((assetId: string) => void) | undefined
  const shown = await showAsset({
    ...options,
    listen: (_, onPresence) => {
      nudge ??= onPresence
      return () => {}
    },
    work: {
      beHere: async (is) => {
        said.push(is)
        if (answer instanceof Error) throw answer
        return answer
      },
      beGone: async () => said.push('gone'),
    },
  })
  await shown.last('load').answer(pageOf())
  return {
    ...shown,
    said,
    answers: (next: typeof answer) => {
      answer = next
    },
    nudge: (assetId: string) => act(async () => nudge?.(assetId)),
  }
}

const one = { id: 'u1', name: 'First Person', isEditing: false }
const another = { id: 'u2', email: 'second@atelier.example', isEditing: true }
const list = () => screen.queryByRole('list', { name: 'Also here' })
const people = () =>
  within(list()!)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const ID = pageOf().asset.id
const show = (next: DocumentVisibilityState) => {
  sight = next
  return act(async () => void document.dispatchEvent(new Event('visibilitychange')))
}

test('who is alone sees nobody; who else comes stands there in words, editors first, and is not read out', async () => {
  const page = await open()
  expect([page.said, list()]).toEqual([['looking'], null])
  page.answers({ people: [one, another], total: 2 })
  await page.nudge('another-asset')
  expect(list()).toBe(null)
  await page.nudge(ID)
  expect(people()).toEqual(['second@atelier.example is editing', 'First Person is looking at this'])
  expect(list()!.closest('[role="status"], [aria-live]')).toBe(null)
})

test('who comes while it is asked is asked for again', async () => {
  const page = await open()
  let answer = (_: Present) => {}
  page.answers(new Promise<Present>((resolve) => (answer = resolve)))
  await page.nudge(ID)
  await page.nudge(ID)
  expect(page.said).toEqual(['looking', 'looking'])
  page.answers({ people: [one], total: 1 })
  await act(async () => answer({ people: [], total: 0 }))
  expect([page.said.length, people()]).toEqual([3, ['First Person is looking at this']])
})

test('more than three are counted, and who has no name here is a team member', async () => {
  const page = await open()
  page.answers({ people: ['a', 'b', 'c', 'd'].map((id) => ({ id, isEditing: false })), total: 30 })
  await page.nudge(ID)
  expect(people()).toEqual([...Array(3).fill('A team member is looking at this'), '+27And 27 more'])
})

test('says that it edits while something is changed, that it is there every 15 s, and that it left', async () => {
  const page = await open()
  // jsdom draws its frames by an interval: begun by this clock it would never tick, for all files of this process.
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'requestAnimationFrame', 'cancelAnimationFrame'],
  })
  await show('hidden')
  await show('visible')
  page.said.length = 0
  typeName('Harbour Cap')
  await act(async () => {})
  expect(page.said).toEqual(['editing'])
  await act(async () => vi.advanceTimersByTime(15_000))
  expect(page.said).toEqual(['editing', 'editing'])
  page.unmount()
  expect(page.said.at(-1)).toBe('gone')
})

test('a page out of sight is gone and asks nothing, and is there again when it comes back', async () => {
  const page = await open()
  await show('hidden')
  expect(page.said).toEqual(['looking', 'gone'])
  page.answers({ people: [one], total: 1 })
  await show('visible')
  expect([page.said, people()]).toEqual([['looking', 'gone', 'looking'], ['First Person is looking at this']])
  await act(async () => void window.dispatchEvent(new Event('pagehide')))
  expect(page.said.at(-1)).toBe('gone')
})

test('where it cannot be asked nobody is shown, and nothing is said of it', async () => {
  const page = await open()
  page.answers({ people: [one], total: 1 })
  await page.nudge(ID)
  expect(list()).not.toBe(null)
  const alerts = screen.queryAllByRole('alert').length
  page.answers(offline())
  await page.nudge(ID)
  expect([list(), screen.queryAllByRole('alert').length]).toEqual([null, alerts])
})

test('a guest says nothing and is told of nobody', async () => {
  const { email: _, ...guest } = PERSON
  const page = await open({ person: guest })
  expect([page.said, list()]).toEqual([[], null])
  page.unmount()
  expect(page.said).toEqual([])
})
