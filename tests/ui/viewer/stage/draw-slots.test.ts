import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDrawSlots, type DrawClient } from '../../../../src/ui/viewer/stage/draw-slots.ts'

/** Fake viewer that records whether it has a draw slot. */
class Viewer implements DrawClient {
  isDrawing = false
  slotCount = 0
  constructor(public currentPriority: ReturnType<DrawClient['priority']> = 'still') {}
  begin = () => {
    expect(this.isDrawing).toBe(false)
    this.isDrawing = true
    this.slotCount += 1
  }
  end = () => {
    expect(this.isDrawing).toBe(true)
    this.isDrawing = false
    this.onEnd()
  }
  onEnd = () => {}
  priority = () => this.currentPriority
}

const drawingStates = (viewers: readonly Viewer[]) => viewers.map(({ isDrawing }) => isDrawing)

describe('drawing slots', () => {
  it('are granted while free, and are otherwise taken from the viewer with the oldest request', () => {
    const slots = createDrawSlots(2)
    const viewers = [new Viewer(), new Viewer(), new Viewer()] as const
    for (const viewer of viewers) slots.request(viewer, true)
    expect(drawingStates(viewers)).toEqual([false, true, true])
    slots.request(viewers[1], true)
    slots.request(viewers[0], true)
    expect(drawingStates(viewers)).toEqual([true, true, false])
  })

  it('count as free only while one is unused and no viewer waits', () => {
    const slots = createDrawSlots(2)
    const [first, second, waiting] = [new Viewer('busy'), new Viewer('busy'), new Viewer()]
    expect(slots.hasFreeSlot()).toBe(true)
    slots.request(first, true)
    expect(slots.hasFreeSlot()).toBe(true)
    slots.request(second, true)
    expect(slots.hasFreeSlot()).toBe(false)
    slots.request(waiting, true)
    slots.release(waiting)
    expect(slots.hasFreeSlot()).toBe(false)
    slots.release(second)
    expect(slots.hasFreeSlot()).toBe(true)
  })

  it('are granted to urgent requests before earlier ones that are not urgent', () => {
    const slots = createDrawSlots(1)
    const [busy, patient, urgent] = [new Viewer('busy'), new Viewer(), new Viewer('busy')]
    slots.request(busy, true)
    slots.request(patient, false)
    slots.request(urgent, true)
    slots.release(busy)
    expect(drawingStates([patient, urgent])).toEqual([false, true])
  })

  it('are passed on even if the viewer that loses its slot throws', () => {
    const slots = createDrawSlots(1)
    const [first, second] = [new Viewer(), new Viewer()]
    slots.request(first, true)
    first.onEnd = () => {
      throw new Error('no still')
    }
    expect(() => slots.request(second, true)).toThrow('no still')
    expect(drawingStates([first, second])).toEqual([false, true])
  })

  it('are taken first from a viewer that is off screen', () => {
    const slots = createDrawSlots(2)
    const viewers = [new Viewer('still'), new Viewer('unseen'), new Viewer()] as const
    for (const viewer of viewers) slots.request(viewer, false)
    expect(drawingStates(viewers)).toEqual([true, false, true])
  })

  it('are taken from a moving viewer only for an urgent request', () => {
    const slots = createDrawSlots(1)
    const viewers = [new Viewer('moving'), new Viewer('moving')] as const
    for (const viewer of viewers) slots.request(viewer, false)
    expect(drawingStates(viewers)).toEqual([true, false])
    slots.request(viewers[1], true)
    expect(drawingStates(viewers)).toEqual([false, true])
  })

  it('stay with a busy viewer: other requests wait until the viewer is not busy', () => {
    const slots = createDrawSlots(1)
    const viewers = [new Viewer('busy'), new Viewer()] as const
    for (const viewer of viewers) slots.request(viewer, true)
    slots.reassign()
    expect(drawingStates(viewers)).toEqual([true, false])
    viewers[0].currentPriority = 'still'
    slots.reassign()
    expect(drawingStates(viewers)).toEqual([false, true])
  })

  it('are passed on when released, but not to a viewer that has withdrawn its request', () => {
    const slots = createDrawSlots(1)
    const viewers = [new Viewer('busy'), new Viewer('busy'), new Viewer('busy')] as const
    for (const viewer of viewers) slots.request(viewer, true)
    slots.release(viewers[1])
    slots.release(viewers[0])
    expect(viewers.map(({ slotCount }) => slotCount)).toEqual([1, 0, 1])
  })

  it('stay within the limit when a viewer requests another slot while losing its own', () => {
    const slots = createDrawSlots(2)
    const viewers = [new Viewer('moving'), new Viewer('moving'), new Viewer('moving')] as const
    for (const viewer of viewers) viewer.onEnd = () => slots.request(viewer, false)
    for (const viewer of viewers) slots.request(viewer, true)
    expect(drawingStates(viewers)).toEqual([false, true, true])
    // The viewer's request is queued. The viewer gets a slot once another viewer stops moving.
    viewers[2].currentPriority = 'still'
    slots.reassign()
    expect(drawingStates(viewers)).toEqual([true, true, false])
  })

  it('do not circulate among viewers that are off screen', () => {
    const slots = createDrawSlots(2)
    const viewers = Array.from({ length: 5 }, () => new Viewer('unseen'))
    for (const viewer of viewers) viewer.onEnd = () => slots.request(viewer, false)
    for (const viewer of viewers) slots.request(viewer, true)
    expect(drawingStates(viewers).filter(Boolean)).toHaveLength(2)
    expect(viewers.every(({ slotCount }) => slotCount < 5)).toBe(true)
  })

  it('never exceed the limit in any sequence of events, and reach every viewer eventually', () => {
    const eventArbitrary = fc.record({
      viewerIndex: fc.nat(19),
      kind: fc.constantFrom('ask', 'leave', 'unseen', 'still', 'moving', 'busy' as const),
      isUrgent: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(eventArbitrary, { maxLength: 60 }), (events) => {
        const slots = createDrawSlots(8)
        const viewers = Array.from({ length: 20 }, () => new Viewer('busy'))
        for (const viewer of viewers) {
          // Viewers that lose their slot while moving request another slot.
          viewer.onEnd = () => viewer.currentPriority === 'moving' && slots.request(viewer, false)
          slots.request(viewer, true)
        }
        for (const { viewerIndex, kind, isUrgent } of events) {
          const viewer = viewers[viewerIndex] as Viewer
          if (kind === 'ask') slots.request(viewer, isUrgent)
          else if (kind === 'leave') {
            slots.release(viewer)
            viewer.isDrawing = false
          } else {
            viewer.currentPriority = kind
            slots.reassign()
          }
          expect(viewers.filter(({ isDrawing }) => isDrawing).length).toBeLessThanOrEqual(8)
        }
        for (const viewer of viewers) viewer.currentPriority = 'still'
        for (const viewer of viewers) slots.request(viewer, true)
        expect(viewers.every(({ slotCount }) => slotCount > 0)).toBe(true)
      }),
    )
  })
})
