// @vitest-environment jsdom
import { MeshStandardMaterial } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { SpawnEffect } from '../../../../src/ui/viewer/entrance/SpawnEffect.tsx'
import {
  createBoxFigure,
  createEntranceAsset,
  createEntrancePart,
  createHopClip,
  drawFrames,
  setUpScene,
  showOnStage,
} from '../scene-fixture.tsx'

setUpScene()

describe('SpawnEffect', () => {
  it.each([
    [0.03, 1],
    [0.2, 1],
    [0.2, 5],
  ])(
    'with a clip of %f s played %i× calls onEnded once, fades over half a second and unmounts',
    async (duration, loop) => {
      const material = new MeshStandardMaterial()
      const effect = {
        ...createEntrancePart('running'),
        loop,
        read: async () => createEntranceAsset({ scene: createBoxFigure(material), clips: [createHopClip(duration)] }),
      }
      const state = await showOnStage(<SpawnEffect {...effect} />)
      await drawFrames(state, duration * loop + 0.15)
      expect(effect.onEnded).toHaveBeenCalledTimes(1)
      expect(state.scene.getObjectByName('figure')?.position.y).toBeCloseTo(1)
      await showOnStage(<SpawnEffect {...effect} phase="fading" />)
      await drawFrames(state, 0.25)
      expect(material.opacity).toBeCloseTo(0.5)
      expect(state.scene.getObjectByName('figure')?.position.y).toBeCloseTo(1)
      await showOnStage(<SpawnEffect {...effect} phase="done" />)
      expect(state.scene.children).toEqual([])
    },
  )

  it('calls the onEnded callback of the latest render when its clip ends', async () => {
    const clips = [createHopClip(0.2)]
    const effect = {
      ...createEntrancePart('running'),
      read: async () => createEntranceAsset({ scene: createBoxFigure(), clips }),
    }
    const state = await showOnStage(<SpawnEffect {...effect} />)
    await drawFrames(state, 0.1)
    const laterCallback = vi.fn()
    await showOnStage(<SpawnEffect {...effect} onEnded={laterCallback} />)
    await drawFrames(state, 0.3)
    expect([effect.onEnded.mock.calls.length, laterCallback.mock.calls.length]).toEqual([0, 1])
  })

  it.each([
    ['has no clip', 1, async () => createEntranceAsset({ scene: createBoxFigure() })],
    [
      'has a loop count of 0',
      0,
      async () => createEntranceAsset({ scene: createBoxFigure(), clips: [createHopClip(1)] }),
    ],
    ['cannot be fetched', 1, () => Promise.reject(new Error('404'))],
  ])('calls onFailed instead of onEnded for an effect that %s', async (_, loop, read) => {
    const effect = { ...createEntrancePart('running'), loop, read }
    const state = await showOnStage(<SpawnEffect {...effect} />)
    expect([effect.onFailed.mock.calls.length, effect.onEnded.mock.calls.length]).toEqual([1, 0])
    expect(state.scene.children).toEqual([])
  })
})
