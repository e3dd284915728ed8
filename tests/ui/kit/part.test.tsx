// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchAhead, fetchWhenIdle } from '../../../src/ui/kit/ahead.ts'
import { isAnyLost, onceHeld, part, retryLost, shownPart } from '../../../src/ui/kit/part.ts'
import { usePart } from '../../../src/ui/kit/use-part.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(async () => {
  cleanup()
  document.head.replaceChildren()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await retryLost()
})

/** Code that comes, or not, as told. */
function code<T>(value: T) {
  const state = { isOut: false, asked: 0 }
  const own = part(async () => {
    state.asked += 1
    if (state.isOut) throw new TypeError('Failed to fetch dynamically imported module')
    return value
  })
  return { state, own }
}

test('what nobody asked for may fail unheard; what a person wants is told as lost until it came', async () => {
  const { state, own } = code('menu')
  state.isOut = true
  await expect(own.fetch()).rejects.toThrow()
  expect(isAnyLost()).toBe(false)
  await expect(own.want()).rejects.toThrow()
  expect(isAnyLost()).toBe(true)
  await retryLost()
  expect(isAnyLost()).toBe(true)
  state.isOut = false
  await retryLost()
  expect({ lost: isAnyLost(), held: own.held(), asked: state.asked }).toEqual({ lost: false, held: 'menu', asked: 4 })
  await own.want()
  expect(state.asked).toBe(4)
})

test('what was lost is asked for again when the browser is back online', async () => {
  const { state, own } = code('menu')
  state.isOut = true
  await own.want().catch(() => {})
  state.isOut = false
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(own.held()).toBe('menu'))
  expect(isAnyLost()).toBe(false)
})

test('a view that did not come breaks nothing, and shows itself as soon as it is there', async () => {
  const state = { isOut: true }
  const Dialog = shownPart(async () => {
    if (state.isOut) throw new TypeError('offline')
    return ({ name }: { name: string }) => <p>Delete {name}?</p>
  })
  render(
    <main>
      page <Dialog name="boot" />
    </main>,
  )
  await act(async () => {})
  expect(screen.getByRole('main').textContent).toBe('page ')
  expect(isAnyLost()).toBe(true)
  state.isOut = false
  await act(retryLost)
  expect(screen.getByRole('main').textContent).toBe('page Delete boot?')
})

test('each place mounts a part only once it was wanted there, however long its code is held', async () => {
  const { own } = code(() => null)
  const one = renderHook(() => usePart(own))
  const other = renderHook(() => usePart(own))
  await act(async () => void (await one.result.current[1]('want')))
  expect([one.result.current[0], other.result.current[0]]).toEqual([own.held(), undefined])
})

test('a style that failed to come is asked for again with its code', async () => {
  const { state, own } = code('menu')
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/menu.css' })
  document.head.append(link)
  link.dispatchEvent(new Event('error'))
  const wanted = own.want()
  await vi.advanceTimersByTimeAsync(0)
  const [again] = document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  expect([again === link, again?.getAttribute('href'), state.asked]).toEqual([false, link.getAttribute('href'), 0])
  again?.dispatchEvent(new Event('load'))
  again?.remove()
  expect(await wanted).toBe('menu')
})

/** Code that shows itself once it is there. */
function shownByItself(name: string) {
  const { state, own } = code(() => name)
  onceHeld(own)
  return state
}

/** Workers that are only noted. */
function noteWorkers() {
  const workers: { task?: unknown; isEnded: boolean; onmessage?: (event: { data: string[] }) => void }[] = []
  class Noted {
    isEnded = false
    task: unknown
    constructor() {
      workers.push(this)
    }
    postMessage(task: unknown) {
      this.task = task
    }
    terminate() {
      this.isEnded = true
    }
  }
  vi.stubGlobal('Worker', Noted)
  return workers
}

test('what shows itself is fetched one by one, and no more once something is out of reach', async () => {
  await fetchAhead()
  const [one, two, three] = [shownByItself('1'), shownByItself('2'), shownByItself('3')]
  const { state: used } = code('used by a person')
  two.isOut = true
  await fetchAhead()
  expect([one, two, three].map(({ asked }) => asked)).toEqual([1, 1, 0])
  expect(isAnyLost()).toBe(false)
  two.isOut = false
  await fetchAhead()
  await fetchAhead()
  expect([one, two, three].map(({ asked }) => asked)).toEqual([1, 2, 1])
  // What a person may use is not run: a worker brings its files near.
  expect(used.asked).toBe(0)
})

test('the files of a page come in a worker, which ends with them; the next page has those it lacks', async () => {
  const workers = noteWorkers()
  document.documentElement.lang = 'de'
  await fetchAhead()
  workers[0]!.onmessage?.({ data: ['/assets/Menu-1.js'] })
  await fetchAhead()
  const task = { path: '/', language: 'de' }
  expect(workers.map((it) => it.task)).toEqual([
    { ...task, known: [] },
    { ...task, known: ['/assets/Menu-1.js'] },
  ])
  expect(workers.map((it) => it.isEnded)).toEqual([true, false])
  await fetchAhead()
  expect(workers[1]!.isEnded).toBe(true)
})

test('where data is to be saved only what shows itself comes, and nothing that may never be used', async () => {
  const workers = noteWorkers()
  const shows = shownByItself('rail')
  vi.stubGlobal('navigator', { ...navigator, connection: { saveData: true } })
  await fetchAhead()
  expect([shows.asked, workers.length]).toEqual([1, 0])
})

test('it is fetched ahead when the page has its rows and is idle', async () => {
  const workers = noteWorkers()
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  vi.stubGlobal('cancelIdleCallback', () => {})
  const pass = async () => {
    await vi.advanceTimersByTimeAsync(1000)
    for (const run of idle.splice(0)) run()
    await vi.advanceTimersByTimeAsync(0)
  }
  vi.stubGlobal('navigator', { ...navigator, onLine: true })
  document.body.innerHTML = '<table aria-busy="true"></table>'
  fetchWhenIdle()
  await pass()
  await pass()
  expect(workers).toHaveLength(0)
  document.body.innerHTML = '<table aria-busy="false"></table>'
  await pass()
  expect(workers).toHaveLength(1)
})

test('a browser that never says it is idle does not hold it up for ever', async () => {
  const workers = noteWorkers()
  vi.stubGlobal('requestIdleCallback', (run: () => void, options?: IdleRequestOptions) => {
    if (options?.timeout !== undefined) setTimeout(run, options.timeout)
  })
  document.body.innerHTML = '<table aria-busy="false"></table>'
  fetchWhenIdle()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(workers).toHaveLength(1)
})

test('a preload of a module that failed holds nothing else up', async () => {
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/lost.js' })
  document.head.append(link)
  link.dispatchEvent(new Event('error'))
  link.remove()
  expect(await part(async () => 'there').fetch()).toBe('there')
})
