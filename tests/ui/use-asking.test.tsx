// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCache } from '../../src/api/cache.ts'
import { type Atelier, AtelierContext } from '../../src/ui/context.ts'
import { type AskingOptions, useAsking } from '../../src/ui/use-asking.ts'

interface Put {
  question: string
  signal: AbortSignal
  answer: (text: string) => Promise<void>
  fail: () => Promise<void>
}

const cache = createCache()
let asked: Put[]
let pictures: string[]
beforeEach(() => {
  asked = []
  pictures = []
  cache.clear()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const ask = (question: string, signal: AbortSignal) =>
  new Promise<string>((resolve, reject) =>
    asked.push({
      question,
      signal,
      answer: (text) => act(async () => resolve(text)),
      fail: () => act(async () => reject(new Error('gone'))),
    }),
  )

function View(options: Omit<AskingOptions<string>, 'ask'>) {
  const { answer, latest, error, isBusy, askAgain } = useAsking({ ask, about: 'a', ...options })
  const picture = [answer ?? '–', latest ?? '–', error === null ? '–' : String(error), isBusy ? 'busy' : 'still'].join(
    ' ',
  )
  pictures.push(picture)
  return (
    <>
      <p>{picture}</p>
      <button type="button" onClick={askAgain}>
        again
      </button>
    </>
  )
}

const shown = () => screen.getByRole('paragraph').textContent
const again = () => act(async () => screen.getByRole('button').click())

function show(first: Omit<AskingOptions<string>, 'ask'>) {
  const within = (options: typeof first) => (
    <AtelierContext value={{ kept: cache } as unknown as Atelier}>
      <View {...options} />
    </AtelierContext>
  )
  const { rerender, unmount } = render(within(first))
  return { change: (options: typeof first) => rerender(within(options)), leave: unmount }
}

test('a question is asked, and its answer stands', async () => {
  show({ question: 'moss' })
  expect(shown()).toBe('– – – busy')
  await asked[0]!.answer('green')
  expect(shown()).toBe('green green – still')
  expect(asked.map(({ question }) => question)).toEqual(['moss'])
})

test('another question gives the first one up, and its late answer changes nothing', async () => {
  const { change } = show({ question: 'moss' })
  change({ question: 'fern' })
  expect(asked.map(({ question, signal }) => [question, signal.aborted])).toEqual([
    ['moss', true],
    ['fern', false],
  ])
  await asked[0]!.answer('of moss')
  expect(shown()).toBe('– – – busy')
  await asked[1]!.answer('of fern')
  await asked[0]!.answer('of moss')
  expect(shown()).toBe('of fern of fern – still')
})

test('the answer to the question before is the latest until the next is there, and never the answer', async () => {
  const { change } = show({ question: 'moss' })
  await asked[0]!.answer('of moss')
  change({ question: 'fern' })
  expect(shown()).toBe('– of moss – busy')
  await asked[1]!.answer('of fern')
  expect(shown()).toBe('of fern of fern – still')
})

test('a failure is told, and stands until what is asked again is answered', async () => {
  show({ question: 'moss' })
  await asked[0]!.fail()
  expect(shown()).toBe('– – Error: gone still')
  await again()
  expect(shown()).toBe('– – Error: gone busy')
  await asked[1]!.answer('green')
  expect(shown()).toBe('green green – still')
})

test('a failure belongs to its question alone', async () => {
  const { change } = show({ question: 'moss' })
  await asked[0]!.fail()
  pictures = []
  change({ question: 'fern' })
  expect(new Set(pictures)).toEqual(new Set(['– – – busy']))
})

test('a question that is withdrawn is given up, and leaves nothing', async () => {
  const { change } = show({ question: 'moss' })
  change({ question: null })
  expect(asked[0]!.signal.aborted).toBe(true)
  await asked[0]!.answer('green')
  expect(shown()).toBe('– – – still')
})

test('nothing is asked before there is a question', async () => {
  const { change } = show({ question: null })
  expect([shown(), asked.length]).toEqual(['– – – still', 0])
  change({ question: 'moss' })
  expect([shown(), asked.length]).toEqual(['– – – busy', 1])
})

test('what may still change is asked once it rests', async () => {
  const { change } = show({ question: null, rest: 250 })
  change({ question: 'mo', rest: 250 })
  act(() => void vi.advanceTimersByTime(200))
  change({ question: 'moss', rest: 250 })
  act(() => void vi.advanceTimersByTime(200))
  expect([shown(), asked.length]).toEqual(['– – – busy', 0])
  act(() => void vi.advanceTimersByTime(50))
  expect(asked.map(({ question }) => question)).toEqual(['moss'])
})

test('a view that is left gives its question up', async () => {
  const { leave } = show({ question: 'moss', keptAs: 'plants' })
  leave()
  expect(asked[0]!.signal.aborted).toBe(true)
  await asked[0]!.answer('green')
  expect(cache.get('asked/plants/moss')).toBe(undefined)
})

test('an answer that was kept stands in the very first picture, and is asked for anew', async () => {
  const { leave } = show({ question: 'moss', keptAs: 'plants' })
  await asked[0]!.answer('green')
  leave()
  show({ question: 'moss', keptAs: 'plants' })
  expect(shown()).toBe('green green – busy')
  await asked[1]!.answer('greener')
  expect(shown()).toBe('greener greener – still')
})

test('an answer that was kept for another question stands as soon as that is asked', async () => {
  const { change } = show({ question: 'moss', keptAs: 'plants' })
  await asked[0]!.answer('green')
  change({ question: 'fern', keptAs: 'plants' })
  await asked[1]!.answer('dark')
  change({ question: 'moss', keptAs: 'plants' })
  expect(shown()).toBe('green green – busy')
})

test('what was kept for who signed out is not there for who signs in next', async () => {
  const { leave } = show({ question: 'moss', keptAs: 'plants' })
  await asked[0]!.answer('green')
  leave()
  cache.clear()
  show({ question: 'moss', keptAs: 'plants' })
  expect(shown()).toBe('– – – busy')
})

test('without a name nothing is kept', async () => {
  const { leave } = show({ question: 'moss' })
  await asked[0]!.answer('green')
  leave()
  show({ question: 'moss' })
  expect(shown()).toBe('– – – busy')
})

test('effects that run twice lose no question', async () => {
  render(
    <StrictMode>
      <AtelierContext value={{} as Atelier}>
        <View question="moss" />
      </AtelierContext>
    </StrictMode>,
  )
  await asked.at(-1)!.answer('green')
  expect(shown()).toBe('green green – still')
})

test('the newest way to ask is the one that is used', async () => {
  const within = (suffix: string) => (
    <AtelierContext value={{} as Atelier}>
      <Newest suffix={suffix} />
    </AtelierContext>
  )
  const { rerender } = render(within(' one'))
  await act(async () => {})
  rerender(within(' two'))
  await again()
  expect(screen.getByRole('button').textContent).toBe('moss two')
})

function Newest({ suffix }: { suffix: string }) {
  const { answer, askAgain } = useAsking({ about: 'a', question: 'moss', ask: async (text) => text + suffix })
  return (
    <button type="button" onClick={askAgain}>
      {answer}
    </button>
  )
}
