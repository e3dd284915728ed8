// @vitest-environment jsdom
import { Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { type LifeTold, lifeOf } from '../../../../src/ui/viewer/extras/life.ts'
import type { Model } from '../../../../src/ui/viewer/model.ts'
import { aheadOf, influence, somebody, standOf } from './body.ts'

const FACE = ['eyeBlinkLeft', 'eyeBlinkRight', 'eyeLookOutLeft', 'eyeLookInRight', 'eyeLookUpLeft', 'smile']
const told = (more: Partial<LifeTold> = {}): LifeTold => ({ parts: [], target: null, isStill: false, ...more })
const half = () => 0.5

/** Has a life go on for so long, in frames; answers what `look` saw in each of them, and how many moved. */
function live<T>(life: ReturnType<typeof lifeOf>, seconds: number, look: () => T): { seen: T[]; moved: number } {
  const seen: T[] = []
  let moved = 0
  for (let at = 0; at < seconds; at += 0.02) {
    life.undo()
    if (life.step(0.02)) moved += 1
    seen.push(look())
  }
  life.undo()
  return { seen, moved }
}

/** Everything about the model that a life may change. */
const whole = (model: Model) =>
  JSON.stringify([
    ...['Hips', 'Spine', 'Spine2', 'Neck', 'Head', 'LeftShoulder', 'LeftUpLeg', 'LeftFoot'].map((name) =>
      standOf(model, name),
    ),
    ...FACE.map((name) => influence(model, name)),
  ])

describe('a life', () => {
  it('leaves everything as it was whenever no frame is drawn', async () => {
    const model = await somebody(FACE)
    const before = whole(model)
    const life = lifeOf(
      model,
      () => told({ parts: ['blink', 'breathing', 'weight'], target: new Vector3(2, 1, 2) }),
      half,
    )
    const { seen } = live(life, 12, () => whole(model))
    expect(new Set(seen).size).toBeGreaterThan(100)
    expect(whole(model)).toBe(before)
  })

  it('shuts both lids now and then, on top of what a face shows, and never further than shut', async () => {
    const model = await somebody(FACE)
    model.root.traverse((object) => {
      const influences = (object as { morphTargetInfluences?: number[] }).morphTargetInfluences
      if (influences) influences[0] = 0.4
    })
    const { seen, moved } = live(
      lifeOf(model, () => told({ parts: ['blink'] }), half),
      20,
      () => [influence(model, 'eyeBlinkLeft'), influence(model, 'eyeBlinkRight')] as const,
    )
    const [left, right] = [seen.map(([one]) => one), seen.map(([, other]) => other)]
    expect([Math.min(...left), Math.max(...left), Math.min(...right), Math.max(...right)]).toEqual([0.4, 1, 0, 1])
    expect(influence(model, 'smile')).toBe(0)
    // It rests between two blinks.
    expect(moved).toBeLessThan(seen.length / 5)
  })

  it('breathes by its chest and shoulders, while its feet stay', async () => {
    const model = await somebody()
    const foot = standOf(model, 'LeftFoot').at
    const chest = standOf(model, 'Spine2').turned
    const { seen } = live(
      lifeOf(model, () => told({ parts: ['breathing'] }), half),
      9,
      () => [standOf(model, 'Spine2').turned.angleTo(chest), standOf(model, 'LeftFoot').at.distanceTo(foot)] as const,
    )
    expect(Math.max(...seen.map(([turned]) => turned))).toBeCloseTo(0.03, 3)
    expect(Math.max(...seen.map(([, away]) => away))).toBe(0)
  })

  it('shifts its weight sideways over feet that hardly move, and stands upright', async () => {
    const model = await somebody()
    const [hips, foot, head] = ['Hips', 'LeftFoot', 'Head'].map((name) => standOf(model, name))
    const { seen, moved } = live(
      lifeOf(
        model,
        () => told({ parts: ['weight'] }),
        () => 0.9,
      ),
      30,
      () => [
        standOf(model, 'Hips').at.x - hips!.at.x,
        standOf(model, 'LeftFoot').at.distanceTo(foot!.at),
        standOf(model, 'Head').turned.angleTo(head!.turned),
      ],
    )
    const aside = seen.map(([x]) => x!)
    expect(Math.min(...aside)).toBeLessThan(-0.012)
    expect(Math.max(...aside)).toBeGreaterThan(0.012)
    expect(Math.max(...seen.map(([, away]) => away!))).toBeLessThan(0.004)
    expect(Math.max(...seen.map(([, , turned]) => turned!))).toBeLessThan(0.03)
    expect(moved).toBeLessThan(seen.length / 2)
  })

  it('looks where it is told, with head and eyes, and comes to rest there', async () => {
    const model = await somebody(FACE)
    const first = standOf(model, 'Head').turned
    // A metre and a half to its left, as far ahead, at the height of its eyes.
    const life = lifeOf(model, () => told({ target: new Vector3(1.5, 0.75, 1.5) }), half)
    const { seen, moved } = live(life, 3, () => [
      aheadOf(model, 'Head', first),
      influence(model, 'eyeLookOutLeft'),
      influence(model, 'eyeLookInRight'),
    ])
    const [ahead, out, inward] = seen.at(-1) as [Vector3, number, number]
    expect(Math.atan2(ahead.x, ahead.z)).toBeCloseTo((Math.PI / 4) * 0.72, 1)
    expect(Math.abs(ahead.y)).toBeLessThan(0.12)
    expect([out, inward]).toEqual([expect.closeTo(0.45, 1), expect.closeTo(0.45, 1)])
    // The eyes were there first.
    expect((seen[6] as [Vector3, number])[1]).toBeGreaterThan(out)
    expect(moved).toBeLessThan(seen.length)
  })

  it('looks straight on again when there is nothing more to look at', async () => {
    const model = await somebody()
    const first = standOf(model, 'Head').turned
    let target: Vector3 | null = new Vector3(2, 1, 2)
    const life = lifeOf(model, () => told({ target }), half)
    live(life, 2, () => null)
    target = null
    const { seen, moved } = live(life, 3, () => standOf(model, 'Head').turned.angleTo(first))
    expect(seen[0]).toBeGreaterThan(0.3)
    expect([seen.at(-1), moved < seen.length]).toEqual([expect.closeTo(0, 5), true])
  })

  it('under reduced motion looks at once, and does nothing by itself', async () => {
    const model = await somebody(FACE)
    const first = standOf(model, 'Head').turned
    const life = lifeOf(
      model,
      () => told({ parts: ['blink', 'breathing', 'weight'], target: new Vector3(2, 1, 2), isStill: true }),
      half,
    )
    const { seen, moved } = live(life, 9, () => standOf(model, 'Head').turned.angleTo(first))
    expect([moved, new Set(seen.map((angle) => angle.toFixed(9))).size, seen[0]! > 0.3]).toEqual([0, 1, true])
    expect(life.rest()).toBe(Number.POSITIVE_INFINITY)
  })

  it('rests where there is neither face nor body, and tells when else it will move', async () => {
    const model = await somebody(['smile'])
    model.root.traverse((object) => {
      object.name = ''
    })
    const stone = lifeOf(model, () => told({ parts: ['blink', 'breathing', 'weight'] }), half)
    expect([live(stone, 5, () => null).moved, stone.rest()]).toEqual([0, Number.POSITIVE_INFINITY])
    const lids = lifeOf(await somebody(FACE), () => told({ parts: ['blink'] }), half)
    lids.step(0.25)
    expect(lids.rest()).toBeCloseTo(4)
    lids.skip(4)
    expect([lids.rest() <= 0, lids.step(0.02)]).toEqual([true, true])
  })
})
