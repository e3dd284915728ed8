// @vitest-environment jsdom
import { MeshStandardMaterial } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { SpawnEffect } from '../../../src/ui/viewer/SpawnEffect.tsx'
import { aside, figure, hop, part, pass, setUpScene, show } from './scene-bench.tsx'

setUpScene()

describe('SpawnEffect', () => {
  it.each([
    [0.03, 1],
    [0.2, 1],
    [0.2, 5],
  ])('with a clip of %f s and %i loops ends once, fades over half a second and is gone', async (duration, loop) => {
    const material = new MeshStandardMaterial()
    const effect = {
      ...part('running'),
      loop,
      read: async () => aside({ scene: figure(material), clips: [hop(duration)] }),
    }
    const state = await show(<SpawnEffect {...effect} />)
    await pass(state, duration * loop + 0.15)
    expect(effect.onEnded).toHaveBeenCalledTimes(1)
    expect(state.scene.getObjectByName('figure')?.position.y).toBeCloseTo(1)
    await show(<SpawnEffect {...effect} phase="fading" />)
    await pass(state, 0.25)
    expect(material.opacity).toBeCloseTo(0.5)
    expect(state.scene.getObjectByName('figure')?.position.y).toBeCloseTo(1)
    await show(<SpawnEffect {...effect} phase="done" />)
    expect(state.scene.children).toEqual([])
  })

  it('tells its end to whoever is to hear of it by then', async () => {
    const clips = [hop(0.2)]
    const effect = { ...part('running'), read: async () => aside({ scene: figure(), clips }) }
    const state = await show(<SpawnEffect {...effect} />)
    await pass(state, 0.1)
    const later = vi.fn()
    await show(<SpawnEffect {...effect} onEnded={later} />)
    await pass(state, 0.3)
    expect([effect.onEnded.mock.calls.length, later.mock.calls.length]).toEqual([0, 1])
  })

  it.each([
    ['has no clip', 1, async () => aside({ scene: figure() })],
    ['plays no loop', 0, async () => aside({ scene: figure(), clips: [hop(1)] })],
    ['cannot be had', 1, () => Promise.reject(new Error('404'))],
  ])('is missed when it %s', async (_, loop, read) => {
    const effect = { ...part('running'), loop, read }
    const state = await show(<SpawnEffect {...effect} />)
    expect([effect.onMissed.mock.calls.length, effect.onEnded.mock.calls.length]).toEqual([1, 0])
    expect(state.scene.children).toEqual([])
  })
})
