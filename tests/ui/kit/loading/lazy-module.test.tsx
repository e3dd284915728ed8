// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  hasFailedModules,
  lazyComponent,
  lazyModule,
  retryFailedModules,
  toIdleComponent,
} from '../../../../src/ui/kit/loading/lazy-module.ts'
import { prefetchCode, prefetchWhenIdle } from '../../../../src/ui/kit/loading/prefetch.ts'
import { useLazyModule } from '../../../../src/ui/kit/loading/use-lazy-module.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(async () => {
  cleanup()
  document.head.replaceChildren()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await retryFailedModules()
})

function createModule<T>(value: T) {
  const state = { isUnreachable: false, requests: 0 }
  const module = lazyModule(async () => {
    state.requests += 1
    if (state.isUnreachable) throw new TypeError('Failed to fetch dynamically imported module')
    return value
  })
  return { state, module }
}

test('reports a failed load until a retry succeeds, but never a failed prefetch', async () => {
  const { state, module } = createModule('menu')
  state.isUnreachable = true
  await expect(module.prefetch()).rejects.toThrow()
  expect(hasFailedModules()).toBe(false)
  await expect(module.load()).rejects.toThrow()
  expect(hasFailedModules()).toBe(true)
  await retryFailedModules()
  expect(hasFailedModules()).toBe(true)
  state.isUnreachable = false
  await retryFailedModules()
  expect({ hasFailed: hasFailedModules(), loaded: module.getLoaded(), requests: state.requests }).toEqual({
    hasFailed: false,
    loaded: 'menu',
    requests: 4,
  })
  await module.load()
  expect(state.requests).toBe(4)
})

test('retries failed modules when the browser is online again', async () => {
  const { state, module } = createModule('menu')
  state.isUnreachable = true
  await module.load().catch(() => {})
  state.isUnreachable = false
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(module.getLoaded()).toBe('menu'))
  expect(hasFailedModules()).toBe(false)
})

test('renders nothing for a component that failed to load, and the component once a retry succeeds', async () => {
  const state = { isUnreachable: true }
  const Dialog = lazyComponent(async () => {
    if (state.isUnreachable) throw new TypeError('offline')
    return ({ name }: { name: string }) => <p>Delete {name}?</p>
  })
  render(
    <main>
      page <Dialog name="boot" />
    </main>,
  )
  await act(async () => {})
  expect(screen.getByRole('main').textContent).toBe('page ')
  expect(hasFailedModules()).toBe(true)
  state.isUnreachable = false
  await act(retryFailedModules)
  expect(screen.getByRole('main').textContent).toBe('page Delete boot?')
})

test('returns a loaded module only from the hook that requested the module, not from other hooks', async () => {
  const { module } = createModule(() => null)
  const one = renderHook(() => useLazyModule(module))
  const other = renderHook(() => useLazyModule(module))
  await act(async () => void (await one.result.current[1]('load')))
  expect([one.result.current[0], other.result.current[0]]).toEqual([module.getLoaded(), undefined])
})

test('requests a failed style sheet again before it loads the code of a module', async () => {
  const { state, module } = createModule('menu')
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/menu.css' })
  document.head.append(link)
  link.dispatchEvent(new Event('error'))
  const loading = module.load()
  await vi.advanceTimersByTimeAsync(0)
  const [newLink] = document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  expect([newLink === link, newLink?.getAttribute('href'), state.requests]).toEqual([
    false,
    link.getAttribute('href'),
    0,
  ])
  newLink?.dispatchEvent(new Event('load'))
  newLink?.remove()
  expect(await loading).toBe('menu')
})

function declareIdleComponent(name: string) {
  const { state, module } = createModule(() => name)
  toIdleComponent(module)
  return state
}

function recordWorkers() {
  const workers: { task?: unknown; isEnded: boolean; onmessage?: (event: { data: string[] }) => void }[] = []
  class RecordedWorker {
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
  vi.stubGlobal('Worker', RecordedWorker)
  return workers
}

test('prefetches components declared for idle time one by one, and stops at a failure until the next call', async () => {
  await prefetchCode()
  const [one, two, three] = [declareIdleComponent('1'), declareIdleComponent('2'), declareIdleComponent('3')]
  const { state: otherState } = createModule('used later')
  two.isUnreachable = true
  await prefetchCode()
  expect([one, two, three].map(({ requests }) => requests)).toEqual([1, 1, 0])
  expect(hasFailedModules()).toBe(false)
  two.isUnreachable = false
  await prefetchCode()
  await prefetchCode()
  expect([one, two, three].map(({ requests }) => requests)).toEqual([1, 2, 1])
  // The page does not run code that the user may need later. A worker prefetches the code's files.
  expect(otherState.requests).toBe(0)
})

test('prefetches files in a worker, and passes the list of fetched files to the next worker', async () => {
  const workers = recordWorkers()
  document.documentElement.lang = 'de'
  await prefetchCode()
  workers[0]!.onmessage?.({ data: ['/assets/Menu-1.js'] })
  await prefetchCode()
  const task = { path: '/', language: 'de' }
  expect(workers.map((it) => it.task)).toEqual([
    { ...task, known: [] },
    { ...task, known: ['/assets/Menu-1.js'] },
  ])
  expect(workers.map((it) => it.isEnded)).toEqual([true, false])
  await prefetchCode()
  expect(workers[1]!.isEnded).toBe(true)
})

test('prefetches components declared for idle time, but starts no worker, while data saving is on', async () => {
  const workers = recordWorkers()
  const railState = declareIdleComponent('rail')
  vi.stubGlobal('navigator', { ...navigator, connection: { saveData: true } })
  await prefetchCode()
  expect([railState.requests, workers.length]).toEqual([1, 0])
})

test('starts prefetching once the rows of the page are loaded and the browser is idle', async () => {
  const workers = recordWorkers()
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
  prefetchWhenIdle()
  await pass()
  await pass()
  expect(workers).toHaveLength(0)
  document.body.innerHTML = '<table aria-busy="false"></table>'
  await pass()
  expect(workers).toHaveLength(1)
})

test('starts prefetching after a timeout if the browser never reports idle', async () => {
  const workers = recordWorkers()
  vi.stubGlobal('requestIdleCallback', (run: () => void, options?: IdleRequestOptions) => {
    if (options?.timeout !== undefined) setTimeout(run, options.timeout)
  })
  document.body.innerHTML = '<table aria-busy="false"></table>'
  prefetchWhenIdle()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(workers).toHaveLength(1)
})

test('loads a module even if a modulepreload link has failed', async () => {
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/lost.js' })
  document.head.append(link)
  link.dispatchEvent(new Event('error'))
  link.remove()
  expect(await lazyModule(async () => 'there').prefetch()).toBe('there')
})
