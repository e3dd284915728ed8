import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { InspectorController } from '../../src/inspector/inspector-controller.ts'
import { createInspectorController, EMPTY_ACTOR_STATUS } from '../../src/inspector/inspector-controller.ts'
import { createRecorder } from '../../src/inspector/recorder.ts'
import type { Recording, Step } from '../../src/inspector/recording.ts'
import { createRemoteController, serveRemoteInspector } from '../../src/inspector/remote-window.ts'
import { createTimeTravel } from '../../src/inspector/time-travel.ts'
import { stubBrowserTabs } from '../support/browser-tabs.ts'
import { expectNoLeaks } from '../support/expect-no-leaks.ts'

test('forwards commands of the separate window to the inspected page', async () => {
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  const pressed = {
    send: vi.fn(),
    fireTimer: vi.fn(),
    pause: vi.fn(),
    showStep: vi.fn(),
    suspend: vi.fn(),
    resumeActor: vi.fn(),
    clear: vi.fn(),
  }
  const controller: InspectorController = {
    ...createInspectorController(recorder, createTimeTravel(recorder)),
    ...pressed,
  }
  const stop = serveRemoteInspector(controller, 'page')
  const other = createRemoteController()
  await vi.waitFor(() => expect(other.isConnected()).toBe(true))
  other.send('x:1', { type: 'go' })
  other.fireTimer('x:1', 'timer')
  other.pause(true)
  other.showStep(3)
  other.suspend(true)
  other.resumeActor('x:1', 3)
  other.clear()
  await vi.waitFor(() => expect(pressed.clear).toHaveBeenCalled())
  expect(Object.entries(pressed).map(([name, { mock }]) => [name, ...mock.calls])).toEqual([
    ['send', ['x:1', { type: 'go' }]],
    ['fireTimer', ['x:1', 'timer']],
    ['pause', [true]],
    ['showStep', [3]],
    ['suspend', [true]],
    ['resumeActor', ['x:1', 3]],
    ['clear', []],
  ])
  other.close()
  stop()
})

describe('a window and the pages of its browser', () => {
  /** Time between two polls of the window, in milliseconds. */
  const POLL_MS = 300

  let openChannels: () => number
  beforeEach(() => {
    vi.useFakeTimers()
    openChannels = stubBrowserTabs().openChannels
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const step = (n: number) => ({ n, actor: 'x:1', event: { type: `event ${n}` } }) as unknown as Step
  /** Creates an inspected page whose state the test changes. */
  function openPage(name: string, steps: Step[] = []) {
    const state = { isPaused: false, shownStep: null as number | null, queuedEvents: null as number | null }
    const status = { ...EMPTY_ACTOR_STATUS, hasView: true }
    const recording = (): Recording => ({
      ...{ format: 'atelier-recording', version: 1, app: { version: name, startedAt: '', page: '/' } },
      ...{ machines: {}, actors: [], steps, masked: 0 },
    })
    const pause = vi.fn()
    const recorder = createRecorder({ version: name, page: () => '/' })
    const stop = serveRemoteInspector(
      {
        ...createInspectorController(recorder, createTimeTravel(recorder)),
        ...{ recording, pause, actorStatus: () => status },
        ...{ isPaused: () => state.isPaused, shownStep: () => state.shownStep, queuedEvents: () => state.queuedEvents },
      },
      name,
    )
    return { state, status, steps, pause, stop }
  }

  test('connects to a page that opens later, and receives each step once', () => {
    const window = createRemoteController()
    expect(window.isConnected()).toBe(false)
    const page = openPage('page', [step(1), step(2)])
    const updates: number[][] = []
    const spy = new BroadcastChannel('atelier:inspector')
    spy.onmessage = ({ data }) => {
      if ('recording' in data) updates.push(data.recording.steps.map(({ n }: Step) => n))
    }
    vi.advanceTimersByTime(POLL_MS)
    page.steps.push(step(3))
    vi.advanceTimersByTime(POLL_MS)
    expect(window.recording().steps.map(({ n }) => n)).toEqual([1, 2, 3])
    expect(updates).toEqual([[1, 2], [3]])
    window.close()
    page.stop()
  })

  test('notifies the subscribers of the window once for each change', () => {
    const page = openPage('page')
    const window = createRemoteController()
    vi.advanceTimersByTime(POLL_MS)
    const listener = vi.fn()
    const unsubscribe = window.subscribe(listener)
    const readNotifications = () => {
      vi.advanceTimersByTime(2 * POLL_MS)
      return listener.mock.calls.splice(0).length
    }
    expect(readNotifications()).toBe(0)
    Object.assign(page.state, { isPaused: true, shownStep: 4, queuedEvents: 2 })
    expect(readNotifications()).toBe(1)
    expect([window.isPaused(), window.shownStep(), window.queuedEvents()]).toEqual([true, 4, 2])
    window.actorStatus('x:1', null)
    expect(readNotifications()).toBe(1)
    expect(window.actorStatus('x:1', null)).toEqual(page.status)
    unsubscribe()
    page.steps.push(step(1))
    expect(readNotifications()).toBe(0)
    window.close()
    page.stop()
  })

  test('sends commands and shows the recording of the first page only', () => {
    const [first, second] = [openPage('first', [step(1)]), openPage('second', [step(1), step(2)])]
    const window = createRemoteController()
    vi.advanceTimersByTime(POLL_MS)
    window.pause(true)
    expect([first.pause.mock.calls, second.pause.mock.calls]).toEqual([[[true]], []])
    expect([window.recording().app.version, window.recording().steps.length]).toEqual(['first', 1])
    window.clear()
    expect(window.recording().steps).toEqual([])
    window.close()
    for (const { stop } of [first, second]) stop()
  })

  test('ignores the response of another page to the poll of another window', () => {
    const first = openPage('first', [step(1)])
    const window = createRemoteController()
    first.stop()
    const second = openPage('second', [step(1), step(2)])
    const otherWindow = createRemoteController()
    expect(otherWindow.recording().app.version).toBe('second')
    expect([window.recording().app.version, window.recording().steps.length]).toEqual(['first', 1])
    for (const { close } of [window, otherWindow]) close()
    second.stop()
  })

  test('leave no channel and no timer open when they close', async () => {
    await expectNoLeaks(
      () => {
        const page = openPage('page')
        const window = createRemoteController()
        vi.advanceTimersByTime(POLL_MS)
        window.close()
        page.stop()
      },
      { counters: { channels: openChannels } },
    )
  })
})
