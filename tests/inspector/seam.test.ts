import { beforeEach, expect, test, vi } from 'vitest'
import { createActor, createMachine, type InspectionEvent } from 'xstate'

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  return () => vi.useRealTimers()
})

const seam = () => import('../../src/inspect-seam.ts')
const machine = createMachine({ id: 'a', on: { go: {} } })

test('what happened before the inspector came is handed over, in its order, and what happens from then', async () => {
  const { inspect, attach } = await seam()
  const actor = createActor(machine, { inspect }).start()
  const heard: string[] = []
  const running = attach((event: InspectionEvent) => heard.push(event.type))
  expect(heard[0]).toBe('@xstate.actor')
  expect([...running].map((it) => it.deref())).toEqual([actor])
  const before = heard.length
  actor.send({ type: 'go' })
  expect(heard.length).toBeGreaterThan(before)
  attach(null)
  const after = heard.length
  actor.send({ type: 'go' })
  expect(heard.length).toBe(after)
})

test.each(['after ten seconds nobody asked for it', 'when somebody signs out'])(
  'nothing is held %s, but who runs is found',
  async (when) => {
    const { inspect, attach, forgetHeld } = await seam()
    const actor = createActor(machine, { inspect }).start()
    if (when.startsWith('after')) {
      vi.advanceTimersByTime(10_000)
      actor.send({ type: 'go' })
    } else forgetHeld()
    const heard: unknown[] = []
    const running = attach((event) => heard.push(event))
    expect(heard).toEqual([])
    expect([...running].map((it) => it.deref())).toEqual([actor])
  },
)

test('no more than 500 are held, the oldest go first', async () => {
  const { inspect, attach } = await seam()
  const actor = createActor(machine, { inspect }).start()
  for (let n = 0; n < 600; n++) actor.send({ type: 'go', n } as never)
  const heard: { event?: { n?: number } }[] = []
  attach((event) => heard.push(event as never))
  expect(heard.length).toBe(500)
  expect(heard.at(-1)?.event?.n).toBe(599)
})

test('it opens by the address, or where it was open in this tab, and a browser that keeps nothing is no fault', async () => {
  const { ASKED, isAsked } = await seam()
  expect(isAsked()).toBe(false)
  const kept = new Map<string, string>()
  vi.stubGlobal('location', { search: '?a=1&inspect' })
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null })
  expect(isAsked()).toBe(true)
  vi.stubGlobal('location', { search: '?inspector=1' })
  expect(isAsked()).toBe(false)
  kept.set(ASKED, '1')
  expect(isAsked()).toBe(true)
  kept.set(ASKED, '')
  expect(isAsked()).toBe(false)
  vi.unstubAllGlobals()
})
