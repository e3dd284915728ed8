// @vitest-environment jsdom
import { Bone, Group, type SkeletonHelper } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { Bones } from '../../../src/ui/viewer/Bones.tsx'
import { assemble } from '../../../src/ui/viewer/model.ts'
import { setUpScene, show } from './scene-bench.tsx'

setUpScene()

describe('Bones', () => {
  it('draws a line for every bone of the model, and goes without a trace', async () => {
    const hips = new Bone()
    hips.add(new Bone())
    const model = await assemble([{ scene: new Group().add(hips), clips: [], isFbx: false }])
    const state = await show(<Bones model={model} />)
    const lines = state.scene.children[0] as SkeletonHelper
    expect([lines.type, lines.bones.length]).toEqual(['SkeletonHelper', 2])
    const freed = vi.fn()
    lines.geometry.addEventListener('dispose', freed)
    await show(null)
    expect([state.scene.children.length, freed.mock.calls.length]).toEqual([0, 1])
  })
})
