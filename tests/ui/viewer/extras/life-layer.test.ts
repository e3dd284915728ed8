// @vitest-environment jsdom
import { Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { createLifeLayer, type LifeSettings } from '../../../../src/ui/viewer/extras/life-layer.ts'
import type { Model } from '../../../../src/ui/viewer/load/model.ts'
import { boneDirectionOf, bonePoseOf, createFigure, influenceOf } from './figure.ts'

const FACE = ['eyeBlinkLeft', 'eyeBlinkRight', 'eyeLookOutLeft', 'eyeLookInRight', 'eyeLookUpLeft', 'smile']
const lifeInput = (overrides: Partial<LifeSettings> = {}): LifeSettings => ({
  parts: [],
  target: null,
  isStill: false,
  ...overrides,
})
const fixedRandom = () => 0.5

/**
 * Runs the idle animation for `seconds`. Returns an observation of each frame, and the number of frames in which the model moved.
 */
function runLife<T>(
  life: ReturnType<typeof createLifeLayer>,
  seconds: number,
  observe: () => T,
): { observed: T[]; movingFrames: number } {
  const observed: T[] = []
  let movingFrames = 0
  for (let time = 0; time < seconds; time += 0.02) {
    life.undo()
    if (life.step(0.02)) movingFrames += 1
    observed.push(observe())
  }
  life.undo()
  return { observed, movingFrames }
}

/** Serialises all parts of the model that the idle animation may change. */
const serializeModel = (model: Model) =>
  JSON.stringify([
    ...['Hips', 'Spine', 'Spine2', 'Neck', 'Head', 'LeftShoulder', 'LeftUpLeg', 'LeftFoot'].map((name) =>
      bonePoseOf(model, name),
    ),
    ...FACE.map((name) => influenceOf(model, name)),
  ])

describe('idle behaviour', () => {
  it('leaves the model unchanged between frames', async () => {
    const model = await createFigure(FACE)
    const before = serializeModel(model)
    const life = createLifeLayer(
      model,
      () => lifeInput({ parts: ['blink', 'breathing', 'weight'], target: new Vector3(2, 1, 2) }),
      fixedRandom,
    )
    const { observed } = runLife(life, 12, () => serializeModel(model))
    expect(new Set(observed).size).toBeGreaterThan(100)
    expect(serializeModel(model)).toBe(before)
  })

  it('closes both eyelids at intervals, in addition to the facial expression, but never beyond closed', async () => {
    const model = await createFigure(FACE)
    model.root.traverse((object) => {
      const influences = (object as { morphTargetInfluences?: number[] }).morphTargetInfluences
      if (influences) influences[0] = 0.4
    })
    const { observed, movingFrames } = runLife(
      createLifeLayer(model, () => lifeInput({ parts: ['blink'] }), fixedRandom),
      20,
      () => [influenceOf(model, 'eyeBlinkLeft'), influenceOf(model, 'eyeBlinkRight')] as const,
    )
    const [left, right] = [observed.map(([leftLid]) => leftLid), observed.map(([, rightLid]) => rightLid)]
    expect([Math.min(...left), Math.max(...left), Math.min(...right), Math.max(...right)]).toEqual([0.4, 1, 0, 1])
    expect(influenceOf(model, 'smile')).toBe(0)
    // Between two blinks, the model does not move.
    expect(movingFrames).toBeLessThan(observed.length / 5)
  })

  it('breathes with chest and shoulders, while the feet stay in place', async () => {
    const model = await createFigure()
    const foot = bonePoseOf(model, 'LeftFoot').position
    const chest = bonePoseOf(model, 'Spine2').rotation
    const { observed } = runLife(
      createLifeLayer(model, () => lifeInput({ parts: ['breathing'] }), fixedRandom),
      9,
      () =>
        [
          bonePoseOf(model, 'Spine2').rotation.angleTo(chest),
          bonePoseOf(model, 'LeftFoot').position.distanceTo(foot),
        ] as const,
    )
    expect(Math.max(...observed.map(([angle]) => angle))).toBeCloseTo(0.03, 3)
    expect(Math.max(...observed.map(([, distance]) => distance))).toBe(0)
  })

  it('shifts the weight sideways over nearly still feet, with the head upright', async () => {
    const model = await createFigure()
    const [hips, foot, head] = ['Hips', 'LeftFoot', 'Head'].map((name) => bonePoseOf(model, name))
    const { observed, movingFrames } = runLife(
      createLifeLayer(
        model,
        () => lifeInput({ parts: ['weight'] }),
        () => 0.9,
      ),
      30,
      () => [
        bonePoseOf(model, 'Hips').position.x - hips!.position.x,
        bonePoseOf(model, 'LeftFoot').position.distanceTo(foot!.position),
        bonePoseOf(model, 'Head').rotation.angleTo(head!.rotation),
      ],
    )
    const hipOffsets = observed.map(([x]) => x!)
    expect(Math.min(...hipOffsets)).toBeLessThan(-0.012)
    expect(Math.max(...hipOffsets)).toBeGreaterThan(0.012)
    expect(Math.max(...observed.map(([, distance]) => distance!))).toBeLessThan(0.004)
    expect(Math.max(...observed.map(([, , angle]) => angle!))).toBeLessThan(0.03)
    expect(movingFrames).toBeLessThan(observed.length / 2)
  })

  it('turns head and eyes to the target, and then stops moving', async () => {
    const model = await createFigure(FACE)
    const initial = bonePoseOf(model, 'Head').rotation
    // The target is at eye height, one and a half metres ahead of the model and to its left.
    const life = createLifeLayer(model, () => lifeInput({ target: new Vector3(1.5, 0.75, 1.5) }), fixedRandom)
    const { observed, movingFrames } = runLife(life, 3, () => [
      boneDirectionOf(model, 'Head', initial),
      influenceOf(model, 'eyeLookOutLeft'),
      influenceOf(model, 'eyeLookInRight'),
    ])
    const [ahead, lookOut, lookIn] = observed.at(-1) as [Vector3, number, number]
    expect(Math.atan2(ahead.x, ahead.z)).toBeCloseTo((Math.PI / 4) * 0.72, 1)
    expect(Math.abs(ahead.y)).toBeLessThan(0.12)
    expect([lookOut, lookIn]).toEqual([expect.closeTo(0.45, 1), expect.closeTo(0.45, 1)])
    // The eyes look at the target before the head has turned to it.
    expect((observed[6] as [Vector3, number])[1]).toBeGreaterThan(lookOut)
    expect(movingFrames).toBeLessThan(observed.length)
  })

  it('turns the head back to straight ahead when the target is removed', async () => {
    const model = await createFigure()
    const initial = bonePoseOf(model, 'Head').rotation
    let target: Vector3 | null = new Vector3(2, 1, 2)
    const life = createLifeLayer(model, () => lifeInput({ target }), fixedRandom)
    runLife(life, 2, () => null)
    target = null
    const { observed, movingFrames } = runLife(life, 3, () => bonePoseOf(model, 'Head').rotation.angleTo(initial))
    expect(observed[0]).toBeGreaterThan(0.3)
    expect([observed.at(-1), movingFrames < observed.length]).toEqual([expect.closeTo(0, 5), true])
  })

  it('turns the head to the target immediately under reduced motion, and moves nothing else', async () => {
    const model = await createFigure(FACE)
    const initial = bonePoseOf(model, 'Head').rotation
    const life = createLifeLayer(
      model,
      () => lifeInput({ parts: ['blink', 'breathing', 'weight'], target: new Vector3(2, 1, 2), isStill: true }),
      fixedRandom,
    )
    const { observed, movingFrames } = runLife(life, 9, () => bonePoseOf(model, 'Head').rotation.angleTo(initial))
    expect([movingFrames, new Set(observed.map((angle) => angle.toFixed(9))).size, observed[0]! > 0.3]).toEqual([
      0,
      1,
      true,
    ])
    expect(life.secondsUntilMotion()).toBe(Number.POSITIVE_INFINITY)
  })

  it('moves nothing on a model without known bones and lids, and reports the time until a blink', async () => {
    const model = await createFigure(['smile'])
    model.root.traverse((object) => {
      object.name = ''
    })
    const restingLife = createLifeLayer(
      model,
      () => lifeInput({ parts: ['blink', 'breathing', 'weight'] }),
      fixedRandom,
    )
    expect([runLife(restingLife, 5, () => null).movingFrames, restingLife.secondsUntilMotion()]).toEqual([
      0,
      Number.POSITIVE_INFINITY,
    ])
    const blinkingLife = createLifeLayer(await createFigure(FACE), () => lifeInput({ parts: ['blink'] }), fixedRandom)
    blinkingLife.step(0.25)
    expect(blinkingLife.secondsUntilMotion()).toBeCloseTo(4)
    blinkingLife.skip(4)
    expect([blinkingLife.secondsUntilMotion() <= 0, blinkingLife.step(0.02)]).toEqual([true, true])
  })
})
