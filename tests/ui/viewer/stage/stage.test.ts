// @vitest-environment jsdom
import { act } from '@react-three/fiber'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_ACTIVE_VIEWERS } from '../../../../src/ui/viewer/stage/draw-slots.ts'
import { openStage, type Painter, type Stage } from '../../../../src/ui/viewer/stage/stage.ts'
import { manageStage, type StageManager } from '../../../../src/ui/viewer/stage/stage-manager.ts'
import { type CanvasStub, stubCanvas } from '../../../support/canvas-stub.ts'
import { expectNoLeaks } from '../../../support/expect-no-leaks.ts'

let page: CanvasStub
let managers: StageManager[] = []
let messages: string[] = []

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  page = stubCanvas()
  messages = []
  for (const method of ['log', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((...args) => void messages.push(args.join(' ')))
  }
})
afterEach(async () => {
  await act(async () => {
    for (const manager of managers) manager.close()
  })
  managers = []
  page.restore()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  expect(messages).toEqual([])
})

const painter = (): Painter => ({ current: null, isCapturing: false })

/** Creates a stage manager that is never busy. Appends each of its stages to `stages`. */
function createManager(stages: (Stage | null)[] = []): StageManager {
  const host = document.body.appendChild(document.createElement('div'))
  const manager = manageStage(host, {
    painter: painter(),
    onStage: (stage) => stages.push(stage),
    onFailed: (error) => messages.push(String(error)),
    isBusy: () => false,
  })
  managers.push(manager)
  return manager
}

const openTestStage = (signal = new AbortController().signal) =>
  openStage(document.body.appendChild(document.createElement('div')), painter(), signal)

describe('WebGL contexts', () => {
  it('never exceed eight at a time, however many viewers request a context in the same task', async () => {
    await act(async () => {
      for (let index = 0; index < 20; index += 1) createManager()
      page.setOnScreen(true)
      for (const manager of managers) manager.requestDraw()
      // No stage is open yet, so viewers take the slots of stages that are being opened.
      for (const manager of managers) manager.requestDraw()
    })
    expect(page.contexts()).toEqual({ live: MAX_ACTIVE_VIEWERS, maximum: MAX_ACTIVE_VIEWERS })
    await act(async () => {
      for (const manager of managers) manager.requestDraw()
    })
    expect(page.contexts()).toEqual({ live: MAX_ACTIVE_VIEWERS, maximum: MAX_ACTIVE_VIEWERS })
    await act(async () => {
      for (const manager of managers) manager.close()
      expect(page.contexts().live).toBe(0)
    })
  })

  it('stay released when a viewer still renders to a closed stage', async () => {
    const stages: (Stage | null)[] = []
    await act(async () => createManager(stages))
    const [stage] = stages
    await act(async () => {
      managers[0]?.close()
      stage?.render(null)
    })
    expect(page.contexts().live).toBe(0)
  })

  it('are released immediately when the opening of their stage is aborted', async () => {
    const controller = new AbortController()
    await act(async () => {
      const opening = openTestStage(controller.signal)
      // The viewer sends its requests in the current task, before the context is created.
      expect(page.contexts().maximum).toBe(0)
      await Promise.resolve()
      expect(page.contexts().live).toBe(1)
      controller.abort()
      expect(page.contexts().live).toBe(0)
      await expect(opening).rejects.toThrow(/abort/i)
    })
    expect(document.querySelector('canvas')).toBeNull()
  })

  it('are released again if the browser restores them after their stage was closed', async () => {
    const stage = await act(() => openTestStage())
    page.loseContexts()
    await act(async () => stage.close())
    page.restoreContexts()
    expect(page.contexts().live).toBe(0)
    // Removes the expected message of three.js about the lost context.
    messages = messages.filter((args) => !/Context Lost/.test(args))
  })

  it('are transparent, and nothing is drawn behind the model (Spec §2)', async () => {
    const getContext = vi.spyOn(HTMLCanvasElement.prototype, 'getContext')
    const stages: (Stage | null)[] = []
    await act(async () => createManager(stages))
    const { gl, scene } = stages[0]!.state()
    const contextOptions = getContext.mock.calls.map(([, options]) => options as WebGLContextAttributes | undefined)
    // A context is transparent by default.
    expect(contextOptions[0]).toBeDefined()
    expect(contextOptions.filter((options) => options?.alpha === false)).toEqual([])
    expect([gl.getClearAlpha(), scene.background]).toEqual([0, null])
  })
})

describe('a closed stage manager', () => {
  it('watches the pixel ratio of the display no longer', async () => {
    let listeners = 0
    vi.stubGlobal('matchMedia', () => ({
      addEventListener: () => (listeners += 1),
      removeEventListener: () => (listeners -= 1),
    }))
    await act(() =>
      expectNoLeaks(
        () => {
          const manager = createManager()
          expect(listeners).toBe(1)
          manager.close()
          manager.close = () => {}
        },
        { counters: { pixelRatioListeners: () => listeners } },
      ),
    )
  })
})
