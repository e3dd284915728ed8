import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTurns, type Drawer } from '../../../src/ui/viewer/turns.ts'

/** A drawer that keeps account of whether it draws. */
class Viewer implements Drawer {
  isDrawing = false
  turns = 0
  constructor(public needs: ReturnType<Drawer['need']> = 'still') {}
  begin = () => {
    expect(this.isDrawing).toBe(false)
    this.isDrawing = true
    this.turns += 1
  }
  end = () => {
    expect(this.isDrawing).toBe(true)
    this.isDrawing = false
    this.onEnd()
  }
  /** What it does when its turn is taken. */
  onEnd = () => {}
  need = () => this.needs
}

const drawing = (viewers: readonly Viewer[]) => viewers.map(({ isDrawing }) => isDrawing)

describe('turns', () => {
  it('come at once while there are any, and from the one that stood still for longest after that', () => {
    const turns = createTurns(2)
    const viewers = [new Viewer(), new Viewer(), new Viewer()] as const
    for (const viewer of viewers) turns.ask(viewer, true)
    expect(drawing(viewers)).toEqual([false, true, true])
    turns.ask(viewers[1], true)
    turns.ask(viewers[0], true)
    expect(drawing(viewers)).toEqual([true, true, false])
  })

  it('are not lost where whoever gives one away fails', () => {
    const turns = createTurns(1)
    const [one, other] = [new Viewer(), new Viewer()]
    turns.ask(one, true)
    one.onEnd = () => {
      throw new Error('no still')
    }
    expect(() => turns.ask(other, true)).toThrow('no still')
    expect(drawing([one, other])).toEqual([false, true])
  })

  it('come first from one that nobody sees', () => {
    const turns = createTurns(2)
    const viewers = [new Viewer('still'), new Viewer('unseen'), new Viewer()] as const
    for (const viewer of viewers) turns.ask(viewer, false)
    expect(drawing(viewers)).toEqual([true, false, true])
  })

  it('come from one that moves only for a wish that is urgent', () => {
    const turns = createTurns(1)
    const viewers = [new Viewer('moving'), new Viewer('moving')] as const
    for (const viewer of viewers) turns.ask(viewer, false)
    expect(drawing(viewers)).toEqual([true, false])
    turns.ask(viewers[1], true)
    expect(drawing(viewers)).toEqual([false, true])
  })

  it('are not taken from one that makes its entrance: who asks waits until it is over', () => {
    const turns = createTurns(1)
    const viewers = [new Viewer('busy'), new Viewer()] as const
    for (const viewer of viewers) turns.ask(viewer, true)
    turns.changed()
    expect(drawing(viewers)).toEqual([true, false])
    viewers[0].needs = 'still'
    turns.changed()
    expect(drawing(viewers)).toEqual([false, true])
  })

  it('pass on when one leaves, and not to one that left while it waited', () => {
    const turns = createTurns(1)
    const viewers = [new Viewer('busy'), new Viewer('busy'), new Viewer('busy')] as const
    for (const viewer of viewers) turns.ask(viewer, true)
    turns.leave(viewers[1])
    turns.leave(viewers[0])
    expect(viewers.map(({ turns: had }) => had)).toEqual([1, 0, 1])
  })

  it('are no more than there are when one whose turn is taken asks for another in the same breath', () => {
    const turns = createTurns(2)
    const viewers = [new Viewer('moving'), new Viewer('moving'), new Viewer('moving')] as const
    for (const viewer of viewers) viewer.onEnd = () => turns.ask(viewer, false)
    for (const viewer of viewers) turns.ask(viewer, true)
    expect(drawing(viewers)).toEqual([false, true, true])
    // It waits in line, and has its turn as soon as one stands still.
    viewers[2].needs = 'still'
    turns.changed()
    expect(drawing(viewers)).toEqual([true, true, false])
  })

  it('do not go round among those that nobody sees', () => {
    const turns = createTurns(2)
    const viewers = Array.from({ length: 5 }, () => new Viewer('unseen'))
    for (const viewer of viewers) viewer.onEnd = () => turns.ask(viewer, false)
    for (const viewer of viewers) turns.ask(viewer, true)
    expect(drawing(viewers).filter(Boolean)).toHaveLength(2)
    expect(viewers.every(({ turns: had }) => had < 5)).toBe(true)
  })

  it('are never more than there are, whatever happens, and all are drawn in the end', () => {
    const happening = fc.record({
      who: fc.nat(19),
      what: fc.constantFrom('ask', 'leave', 'unseen', 'still', 'moving', 'busy' as const),
      isUrgent: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60 }), (happenings) => {
        const turns = createTurns(8)
        const viewers = Array.from({ length: 20 }, () => new Viewer('busy'))
        for (const viewer of viewers) {
          // As viewers do that move while their turn is taken.
          viewer.onEnd = () => viewer.needs === 'moving' && turns.ask(viewer, false)
          turns.ask(viewer, true)
        }
        for (const { who, what, isUrgent } of happenings) {
          const viewer = viewers[who] as Viewer
          if (what === 'ask') turns.ask(viewer, isUrgent)
          else if (what === 'leave') {
            turns.leave(viewer)
            viewer.isDrawing = false
          } else {
            viewer.needs = what
            turns.changed()
          }
          expect(viewers.filter(({ isDrawing }) => isDrawing).length).toBeLessThanOrEqual(8)
        }
        for (const viewer of viewers) viewer.needs = 'still'
        for (const viewer of viewers) turns.ask(viewer, true)
        expect(viewers.every(({ turns: had }) => had > 0)).toBe(true)
      }),
    )
  })
})
