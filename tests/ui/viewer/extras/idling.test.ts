import { AnimationClip, AnimationMixer, Group, NumberKeyframeTrack, Object3D } from 'three'
import { describe, expect, it } from 'vitest'
import { idleOf } from '../../../../src/ui/viewer/extras/idling.ts'

/** A thing whose height tells which clip moves it. */
function stage(...heights: Record<string, number>[]) {
  const thing = new Object3D()
  thing.name = 'thing'
  const root = new Group().add(thing)
  const clips = heights.flatMap((one) =>
    Object.entries(one).map(
      ([name, height]) =>
        new AnimationClip(name, 2, [new NumberKeyframeTrack('thing.position[y]', [0, 2], [height, height])]),
    ),
  )
  const mixer = new AnimationMixer(root)
  const pass = (idle: ReturnType<typeof idleOf>, seconds: number, isActing = false) => {
    const heights: number[] = []
    for (let at = 0; at < seconds; at += 0.1) {
      if (idle?.step(0.1, isActing)) mixer.update(0.1)
      heights.push(thing.position.y)
    }
    return heights
  }
  return { thing, mixer, clips, pass }
}

describe('an idle clip', () => {
  it('is none where no clip is called so', () => {
    const { mixer, clips } = stage({ Walk: 1 })
    expect(idleOf(mixer, clips, () => 0)).toBeNull()
  })

  it('comes in, plays on, and gives way to another over half a second, without a leap', () => {
    const { mixer, clips, pass } = stage({ 'Idle 1': 1 }, { Walk: 9 }, { 'Idle 2': 2 })
    const heights = pass(
      idleOf(mixer, clips, () => 0),
      20,
    )
    expect(Math.max(...heights)).toBeCloseTo(2)
    expect(heights[6]).toBeCloseTo(1)
    const leaps = heights.slice(1).map((height, index) => Math.abs(height - heights[index]!))
    expect(Math.max(...leaps)).toBeLessThan(0.35)
  })

  it('rests while something else acts, and comes back', () => {
    const { mixer, clips, pass, thing } = stage({ Idle: 1 })
    const idle = idleOf(mixer, clips, () => 0)!
    pass(idle, 1)
    const away = pass(idle, 1, true)
    expect([away.at(0)! > 0.5, away.at(-1)]).toEqual([true, 0])
    expect(idle.step(0.1, true)).toBe(false)
    expect(pass(idle, 1).at(-1)).toBeCloseTo(1)
    idle.end()
    expect(thing.position.y).toBe(0)
  })

  it('lets what it took the place of go on where that is wanted again', () => {
    const { mixer, clips, pass, thing } = stage({ Idle: 1 }, { Wave: 3 })
    const idle = idleOf(mixer, clips, () => 0)!
    const wave = mixer.clipAction(clips[1]!).play()
    idle.leave(wave)
    pass(idle, 0.2)
    wave.reset().play()
    idle.release(wave)
    for (let at = 0; at < 1; at += 0.1) {
      idle.step(0.1, true)
      mixer.update(0.1)
    }
    expect([wave.isRunning(), thing.position.y]).toEqual([true, 3])
  })

  it('fades out what it takes the place of', () => {
    const { mixer, clips, pass } = stage({ Idle: 1 }, { Wave: 3 })
    const idle = idleOf(mixer, clips, () => 0)!
    pass(idle, 1, true)
    const wave = mixer.clipAction(clips[1]!).play()
    mixer.update(0.1)
    idle.leave(wave)
    const heights = pass(idle, 1)
    expect([heights[0]! > 2, heights.at(-1)]).toEqual([true, expect.closeTo(1)])
    expect(wave.isRunning()).toBe(false)
  })
})
