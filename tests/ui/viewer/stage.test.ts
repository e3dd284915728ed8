// @vitest-environment jsdom
import { act } from '@react-three/fiber'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openStage, type Painter, type Stage } from '../../../src/ui/viewer/stage.ts'
import { keepStage, type StageKeeper } from '../../../src/ui/viewer/stage-keeper.ts'
import { MOST_AT_ONCE } from '../../../src/ui/viewer/turns.ts'
import { type StandInPage, standInCanvas } from '../../support/canvas.ts'

let page: StandInPage
let keepers: StageKeeper[] = []
let complaints: string[] = []

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  page = standInCanvas()
  complaints = []
  for (const way of ['log', 'warn', 'error'] as const) {
    vi.spyOn(console, way).mockImplementation((...said) => void complaints.push(said.join(' ')))
  }
})
afterEach(async () => {
  await act(async () => {
    for (const keeper of keepers) keeper.close()
  })
  keepers = []
  page.restore()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
})

const painter = (): Painter => ({ current: null, isPicturing: false })

/** A viewer's keeper that never says it is busy; what it is told of its stage stands in `stages`. */
function keep(stages: (Stage | null)[] = []): StageKeeper {
  const host = document.body.appendChild(document.createElement('div'))
  const keeper = keepStage(host, {
    painter: painter(),
    onStage: (stage) => stages.push(stage),
    onFailed: (error) => complaints.push(String(error)),
    isBusy: () => false,
  })
  keepers.push(keeper)
  return keeper
}

const open = (signal = new AbortController().signal) =>
  openStage(document.body.appendChild(document.createElement('div')), painter(), signal)

describe('contexts', () => {
  it('are never more than eight at once, not for a moment, however many viewers ask in one task', async () => {
    await act(async () => {
      for (let index = 0; index < 20; index += 1) keep()
      page.scrollTo(true)
      for (const keeper of keepers) keeper.want()
      // None has opened yet: turns are taken from those that are still being opened.
      for (const keeper of keepers) keeper.want()
    })
    expect(page.contexts()).toEqual({ live: MOST_AT_ONCE, most: MOST_AT_ONCE })
    await act(async () => {
      for (const keeper of keepers) keeper.want()
    })
    expect(page.contexts()).toEqual({ live: MOST_AT_ONCE, most: MOST_AT_ONCE })
    await act(async () => {
      for (const keeper of keepers) keeper.close()
      expect(page.contexts().live).toBe(0)
    })
  })

  it('stay lost when a view that has not yet heard of it draws on a stage that was closed', async () => {
    const stages: (Stage | null)[] = []
    await act(async () => keep(stages))
    const [stage] = stages
    await act(async () => {
      keepers[0]?.close()
      stage?.render(null)
    })
    expect(page.contexts().live).toBe(0)
  })

  it('go back at once when nobody wants the stage any more that they were made for', async () => {
    const gone = new AbortController()
    await act(async () => {
      const opening = open(gone.signal)
      // Whoever begins a viewer asks for its files in this very task, while nobody waits for a context.
      expect(page.contexts().most).toBe(0)
      await Promise.resolve()
      expect(page.contexts().live).toBe(1)
      gone.abort()
      expect(page.contexts().live).toBe(0)
      await expect(opening).rejects.toThrow(/abort/i)
    })
    expect(document.querySelector('canvas')).toBeNull()
  })

  it('that a browser took away and gives back after their stage was closed go back again', async () => {
    const stage = await act(() => open())
    page.lose()
    await act(async () => stage.close())
    page.regain()
    expect(page.contexts().live).toBe(0)
    // What three says of the loss itself is not ours.
    complaints = complaints.filter((said) => !/Context Lost/.test(said))
  })
})
