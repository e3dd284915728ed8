// @vitest-environment jsdom
import { AnimationClip, Bone, Group, VectorKeyframeTrack } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { Avatar } from '../../../src/ui/viewer/Avatar.tsx'
import { assembleModel } from '../../../src/ui/viewer/load/model.ts'
import {
  createBoxFigure,
  createEntranceAsset,
  createEntrancePart,
  createHopClip,
  drawFrames,
  setUpScene,
  showOnStage,
  stillAvatarProps,
  waitingPart,
} from './scene-fixture.tsx'

setUpScene()

describe('Avatar', () => {
  it('loops a clip of its model, and stops the clip under reduced motion', async () => {
    const model = await assembleModel([{ scene: createBoxFigure(), clips: [createHopClip(1)], isFbx: false }])
    const figureHeight = () => model.root.getObjectByName('figure')?.position.y ?? 0
    const props = { ...stillAvatarProps, model, animation: waitingPart }
    const state = await showOnStage(<Avatar {...props} clip={0} isStill={false} />)
    await drawFrames(state, 0.75)
    expect(figureHeight()).toBeGreaterThan(0.3)
    await showOnStage(<Avatar {...props} clip={0} isStill />)
    expect(figureHeight()).toBe(0)
  })

  it('plays a clip at the given speed, and keeps the current clip time when the speed changes', async () => {
    const model = await assembleModel([{ scene: createBoxFigure(), clips: [createHopClip(10)], isFbx: false }])
    const props = { ...stillAvatarProps, model, animation: waitingPart, isStill: false, clip: 0 }
    const height = () => model.root.getObjectByName('figure')?.position.y
    const state = await showOnStage(<Avatar {...props} clipSpeed={2} />)
    await drawFrames(state, 2)
    expect(height()).toBeCloseTo(0.4, 1)
    await showOnStage(<Avatar {...props} clipSpeed={0.5} />)
    await drawFrames(state, 2)
    expect(height()).toBeCloseTo(0.5, 1)
  })

  it('cross-fades between clips without passing the rest pose, and fades out if no clip is selected', async () => {
    const clips = [1, 2].map(
      (height) => new AnimationClip(`${height}`, 9, [new VectorKeyframeTrack('figure.position', [0], [0, height, 0])]),
    )
    const model = await assembleModel([{ scene: createBoxFigure(), clips, isFbx: false }])
    const props = { ...stillAvatarProps, model, animation: waitingPart, isStill: false }
    const state = await showOnStage(<Avatar {...props} clip={0} />)
    await drawFrames(state, 0.75)
    const heights: number[] = []
    const recordHeights = async (clip: number | null) => {
      await showOnStage(<Avatar {...props} clip={clip} />)
      for (let frame = 0; frame < 12; frame += 1) {
        heights.push(model.root.getObjectByName('figure')?.position.y ?? 0)
        await drawFrames(state, 0.05)
      }
    }
    await recordHeights(1)
    await recordHeights(0)
    await recordHeights(1)
    expect([Math.min(...heights) > 0.99, heights.at(-1)]).toEqual([true, 2])
    await recordHeights(null)
    expect([heights.at(-12), heights.at(-6)! > 0.2, heights.at(-1)]).toEqual([2, true, 0])
    await showOnStage(<Avatar {...props} clip={0} />)
    await drawFrames(state, 0.75)
    await showOnStage(<Avatar {...props} clip={1} isStill clipTime={1} />)
    expect(model.root.getObjectByName('figure')?.position.y).toBe(2)
  })

  it('reports the clip time and the end of the spawn animation to the callbacks of the latest render', async () => {
    const hips = new Bone()
    hips.name = 'figure'
    const model = await assembleModel([{ scene: new Group().add(hips), clips: [createHopClip(9)], isFbx: false }])
    const animation = {
      ...createEntrancePart('running'),
      read: async () => createEntranceAsset({ clips: [createHopClip(0.5)] }),
    }
    const firstCallback = vi.fn()
    const props = { ...stillAvatarProps, model, clip: 0, isStill: false }
    const state = await showOnStage(<Avatar {...props} onClipTime={firstCallback} animation={animation} />)
    await drawFrames(state, 0.1)
    firstCallback.mockClear()
    const [laterCallback, laterEnded] = [vi.fn(), vi.fn()]
    await showOnStage(
      <Avatar {...props} onClipTime={laterCallback} animation={{ ...animation, onEnded: laterEnded }} />,
    )
    // Advances the clock by more than the interval between reports.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000)
    await drawFrames(state, 0.7)
    expect([firstCallback.mock.calls.length, laterCallback.mock.calls.length]).toEqual([0, 1])
    expect([animation.onEnded.mock.calls.length, laterEnded.mock.calls.length]).toEqual([0, 1])
    vi.mocked(performance.now).mockRestore()
  })

  it('reports a spawn animation as failed if it matches no bone of the model', async () => {
    const model = await assembleModel([{ scene: createBoxFigure(), clips: [], isFbx: false }])
    const animation = {
      ...createEntrancePart('running'),
      read: async () => createEntranceAsset({ clips: [createHopClip(1)] }),
    }
    await showOnStage(<Avatar {...stillAvatarProps} model={model} clip={null} isStill={false} animation={animation} />)
    expect([animation.onFailed.mock.calls.length, animation.onEnded.mock.calls.length]).toEqual([1, 0])
  })
})
