import { describe, expect, it } from 'vitest'
import { createSpawnMachine } from '../../src/machines/spawn.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, startWalk, waits } from '../support/walk.ts'
import { input, spawnModels, swap } from './spawn.model.ts'

followsRecord('spawn', spawnModels)

describe('an entrance', () => {
  it('is over half a second after its effect and its animation ended together', () => {
    const walk = startWalk(createSpawnMachine<string>(), { input })
    walk.happens(answers('loadModel', 'a model'))
    walk.happens({ type: 'effect.ended' })
    walk.happens({ type: 'animation.ended' })
    expect(walk.emitted).toEqual([])
    walk.happens(waits('fade', 'spawn.playing.effect.fading'))
    expect(walk.actor.getSnapshot().value).toBe('finished')
    expect(walk.emitted).toEqual([{ type: 'spawn.finished' }])
  })

  it('is announced once for each model, and not for one that was swapped in the middle', () => {
    const walk = startWalk(createSpawnMachine<string>(), { input })
    walk.happens(answers('loadModel', 'ada'))
    walk.happens({ type: 'animation.missed' })
    walk.happens(swap)
    expect(walk.actor.getSnapshot().context.model).toBe('ada')
    walk.happens(answers('loadModel', 'bo'))
    expect(walk.emitted).toEqual([])
    walk.happens({ type: 'effect.missed' })
    expect(walk.emitted).toEqual([{ type: 'spawn.finished' }])
  })

  it('is over at once under reduced motion', () => {
    const walk = startWalk(createSpawnMachine<string>(), { input: { ...input, isStill: true } })
    walk.happens(answers('loadModel', 'a model'))
    expect(walk.actor.getSnapshot().value).toBe('finished')
    expect(walk.emitted).toEqual([{ type: 'spawn.finished' }])
  })

  it('does not begin for a source that is no model, and says so', () => {
    const walk = startWalk(createSpawnMachine<string>(), { input: { ...input, source: ['ada.glb', 3] } })
    expect(walk.actor.getSnapshot().value).toBe('empty')
    walk.happens({ ...swap, source: [] })
    expect(walk.emitted).toEqual([
      { type: 'source.rejected', source: ['ada.glb', 3] },
      { type: 'source.rejected', source: [] },
    ])
  })
})
