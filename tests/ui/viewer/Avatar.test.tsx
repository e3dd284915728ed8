// @vitest-environment jsdom
import { AnimationClip, Bone, Group, VectorKeyframeTrack } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { Avatar } from '../../../src/ui/viewer/Avatar.tsx'
import { assemble } from '../../../src/ui/viewer/model.ts'
import { aside, figure, hop, part, pass, setUpScene, show, still, waiting } from './scene-bench.tsx'

setUpScene()

describe('Avatar', () => {
  it('plays its own clip on and on, and rests under reduced motion', async () => {
    const model = await assemble([{ scene: figure(), clips: [hop(1)], isFbx: false }])
    const figureOf = () => model.root.getObjectByName('figure')?.position.y ?? 0
    const props = { ...still, model, animation: waiting }
    const state = await show(<Avatar {...props} clip={0} isStill={false} />)
    await pass(state, 0.75)
    expect(figureOf()).toBeGreaterThan(0.3)
    await show(<Avatar {...props} clip={0} isStill />)
    expect(figureOf()).toBe(0)
  })

  it('runs its clip as fast as it is told, a slower one from where it stands', async () => {
    const model = await assemble([{ scene: figure(), clips: [hop(10)], isFbx: false }])
    const props = { ...still, model, animation: waiting, isStill: false, clip: 0 }
    const height = () => model.root.getObjectByName('figure')?.position.y
    const state = await show(<Avatar {...props} clipSpeed={2} />)
    await pass(state, 2)
    expect(height()).toBeCloseTo(0.4, 1)
    await show(<Avatar {...props} clipSpeed={0.5} />)
    await pass(state, 2)
    expect(height()).toBeCloseTo(0.5, 1)
  })

  it('lets one clip fade into another, and into none, without a leap to how it stands without', async () => {
    const clips = [1, 2].map(
      (height) => new AnimationClip(`${height}`, 9, [new VectorKeyframeTrack('figure.position', [0], [0, height, 0])]),
    )
    const model = await assemble([{ scene: figure(), clips, isFbx: false }])
    const props = { ...still, model, animation: waiting, isStill: false }
    const state = await show(<Avatar {...props} clip={0} />)
    await pass(state, 0.75)
    const heights: number[] = []
    const watch = async (clip: number | null) => {
      await show(<Avatar {...props} clip={clip} />)
      for (let frame = 0; frame < 12; frame += 1) {
        heights.push(model.root.getObjectByName('figure')?.position.y ?? 0)
        await pass(state, 0.05)
      }
    }
    await watch(1)
    await watch(0)
    await watch(1)
    expect([Math.min(...heights) > 0.99, heights.at(-1)]).toEqual([true, 2])
    await watch(null)
    expect([heights.at(-12), heights.at(-6)! > 0.2, heights.at(-1)]).toEqual([2, true, 0])
    await show(<Avatar {...props} clip={0} />)
    await pass(state, 0.75)
    await show(<Avatar {...props} clip={1} isStill clipTime={1} />)
    expect(model.root.getObjectByName('figure')?.position.y).toBe(2)
  })

  it('tells where its clip stands, and the end of its entrance, to whoever is to hear of it by then', async () => {
    const hips = new Bone()
    hips.name = 'figure'
    const model = await assemble([{ scene: new Group().add(hips), clips: [hop(9)], isFbx: false }])
    const animation = { ...part('running'), read: async () => aside({ clips: [hop(0.5)] }) }
    const early = vi.fn()
    const props = { ...still, model, clip: 0, isStill: false }
    const state = await show(<Avatar {...props} onClipTime={early} animation={animation} />)
    await pass(state, 0.1)
    early.mockClear()
    const [late, ended] = [vi.fn(), vi.fn()]
    await show(<Avatar {...props} onClipTime={late} animation={{ ...animation, onEnded: ended }} />)
    // So seldom is it told by the clock of the bench.page.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000)
    await pass(state, 0.7)
    expect([early.mock.calls.length, late.mock.calls.length]).toEqual([0, 1])
    expect([animation.onEnded.mock.calls.length, ended.mock.calls.length]).toEqual([0, 1])
    vi.mocked(performance.now).mockRestore()
  })

  it('misses its entrance when no bone answers to it', async () => {
    const model = await assemble([{ scene: figure(), clips: [], isFbx: false }])
    const animation = { ...part('running'), read: async () => aside({ clips: [hop(1)] }) }
    await show(<Avatar {...still} model={model} clip={null} isStill={false} animation={animation} />)
    expect([animation.onMissed.mock.calls.length, animation.onEnded.mock.calls.length]).toEqual([1, 0])
  })
})
