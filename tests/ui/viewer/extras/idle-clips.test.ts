import { AnimationClip, AnimationMixer, Group, NumberKeyframeTrack, Object3D } from 'three'
import { describe, expect, it } from 'vitest'
import { playIdleClips } from '../../../../src/ui/viewer/extras/idle-clips.ts'

/** Builds an object whose height shows which clip animates the object. */
function createAnimatedObject(...heights: Record<string, number>[]) {
  const object = new Object3D()
  object.name = 'thing'
  const root = new Group().add(object)
  const clips = heights.flatMap((byName) =>
    Object.entries(byName).map(
      ([name, height]) =>
        new AnimationClip(name, 2, [new NumberKeyframeTrack('thing.position[y]', [0, 2], [height, height])]),
    ),
  )
  const mixer = new AnimationMixer(root)
  const pass = (idle: ReturnType<typeof playIdleClips>, seconds: number, isClipPlaying = false) => {
    const heights: number[] = []
    for (let time = 0; time < seconds; time += 0.1) {
      if (idle?.step(0.1, isClipPlaying)) mixer.update(0.1)
      heights.push(object.position.y)
    }
    return heights
  }
  return { object, mixer, clips, pass }
}

describe('an idle clip', () => {
  it('does not exist if no clip has a matching name', () => {
    const { mixer, clips } = createAnimatedObject({ Walk: 1 })
    expect(playIdleClips(mixer, clips, () => 0)).toBeNull()
  })

  it('fades in, loops, and cross-fades to the next idle clip over half a second, without a jump', () => {
    const { mixer, clips, pass } = createAnimatedObject({ 'Idle 1': 1 }, { Walk: 9 }, { 'Idle 2': 2 })
    const heights = pass(
      playIdleClips(mixer, clips, () => 0),
      20,
    )
    expect(Math.max(...heights)).toBeCloseTo(2)
    expect(heights[6]).toBeCloseTo(1)
    const jumps = heights.slice(1).map((height, index) => Math.abs(height - heights[index]!))
    expect(Math.max(...jumps)).toBeLessThan(0.35)
  })

  it('fades out while another animation plays, and fades in again afterwards', () => {
    const { mixer, clips, pass, object } = createAnimatedObject({ Idle: 1 })
    const idle = playIdleClips(mixer, clips, () => 0)!
    pass(idle, 1)
    const heightsWhileActive = pass(idle, 1, true)
    expect([heightsWhileActive.at(0)! > 0.5, heightsWhileActive.at(-1)]).toEqual([true, 0])
    expect(idle.step(0.1, true)).toBe(false)
    expect(pass(idle, 1).at(-1)).toBeCloseTo(1)
    idle.end()
    expect(object.position.y).toBe(0)
  })

  it('does not fade out the clip that it replaced if that clip is started again', () => {
    const { mixer, clips, pass, object } = createAnimatedObject({ Idle: 1 }, { Wave: 3 })
    const idle = playIdleClips(mixer, clips, () => 0)!
    const wave = mixer.clipAction(clips[1]!).play()
    idle.fadeOut(wave)
    pass(idle, 0.2)
    wave.reset().play()
    idle.cancelFadeOut(wave)
    for (let time = 0; time < 1; time += 0.1) {
      idle.step(0.1, true)
      mixer.update(0.1)
    }
    expect([wave.isRunning(), object.position.y]).toEqual([true, 3])
  })

  it('fades out the clip that it replaces', () => {
    const { mixer, clips, pass } = createAnimatedObject({ Idle: 1 }, { Wave: 3 })
    const idle = playIdleClips(mixer, clips, () => 0)!
    pass(idle, 1, true)
    const wave = mixer.clipAction(clips[1]!).play()
    mixer.update(0.1)
    idle.fadeOut(wave)
    const heights = pass(idle, 1)
    expect([heights[0]! > 2, heights.at(-1)]).toEqual([true, expect.closeTo(1)])
    expect(wave.isRunning()).toBe(false)
  })
})
