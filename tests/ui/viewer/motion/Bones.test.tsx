// @vitest-environment jsdom
import { Bone, Group, type SkeletonHelper } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { assembleModel } from '../../../../src/ui/viewer/load/model.ts'
import { Bones } from '../../../../src/ui/viewer/motion/Bones.tsx'
import { setUpScene, showOnStage } from '../scene-fixture.tsx'

setUpScene()

describe('Bones', () => {
  it('draws a line for every bone of the model, and disposes of the lines on unmount', async () => {
    const hips = new Bone()
    hips.add(new Bone())
    const model = await assembleModel([{ scene: new Group().add(hips), clips: [], isFbx: false }])
    const state = await showOnStage(<Bones model={model} />)
    const lines = state.scene.children[0] as SkeletonHelper
    expect([lines.type, lines.bones.length]).toEqual(['SkeletonHelper', 2])
    const onDispose = vi.fn()
    lines.geometry.addEventListener('dispose', onDispose)
    await showOnStage(null)
    expect([state.scene.children.length, onDispose.mock.calls.length]).toEqual([0, 1])
  })
})
