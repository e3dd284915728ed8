import { describe, expect, it } from 'vitest'
import { createSpawnMachine } from '../../src/machines/spawn.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, fails, startWalk, type Walk, waits } from '../support/walk.ts'
import { input, parts, shown, spawnModels, swap } from './spawn.model.ts'

followsRecord('spawn', spawnModels)

const announced = ({ emitted }: Spawn) =>
  emitted.flatMap((event) => (event.type === 'spawn.finished' || event.type === 'model.revealed' ? [event] : []))
type Spawn = Walk<ReturnType<typeof createSpawnMachine<string>>>

/** Its files arrive, and `model` is made of them. */
function makes(walk: Spawn, model: string) {
  walk.happens(answers('fetchParts', parts))
  walk.happens(answers('prepareModel', model))
}

/** It is made and seen. */
function reveals(walk: Spawn, model: string) {
  makes(walk, model)
  walk.happens(shown(model))
}

describe('an entrance', () => {
  it('is over half a second after its effect and its animation ended together', () => {
    const walk = startWalk(createSpawnMachine<string>(), { input })
    reveals(walk, 'ada')
    walk.happens({ type: 'effect.ended' })
    walk.happens({ type: 'animation.ended' })
    expect(announced(walk)).toEqual([{ type: 'model.revealed', model: 'ada' }])
    walk.happens(waits('fade', 'spawn.playing.effect.fading'))
    expect(walk.actor.getSnapshot().value).toBe('finished')
    expect(announced(walk)).toEqual([{ type: 'model.revealed', model: 'ada' }, { type: 'spawn.finished' }])
  })

  it('is announced once for each model, and not for one that was swapped in the middle', () => {
    const walk = startWalk(createSpawnMachine<string>(), { input })
    reveals(walk, 'ada')
    walk.happens({ type: 'animation.missed' })
    walk.happens(swap)
    expect(walk.actor.getSnapshot().context.model).toBe('ada')
    reveals(walk, 'bo')
    expect(announced(walk).map(({ type }) => type)).toEqual(['model.revealed', 'model.revealed'])
    walk.happens({ type: 'effect.missed' })
    expect(announced(walk).map(({ type }) => type)).toEqual(['model.revealed', 'model.revealed', 'spawn.finished'])
  })

  it('is that of the model asked for, even when another is seen too late, and the old one stands until then', () => {
    const walk = startWalk(createSpawnMachine<string>(), { input })
    reveals(walk, 'ada')
    walk.happens(swap)
    makes(walk, 'bo')
    walk.happens({ ...swap, source: 'cy.glb' })
    expect(walk.actor.getSnapshot().context).toMatchObject({ model: 'ada', candidate: null, parts: null })
    makes(walk, 'cy')
    walk.happens(shown('bo'))
    expect(walk.actor.getSnapshot()).toMatchObject({ value: { loading: 'revealing' }, context: { model: 'ada' } })
    walk.happens(shown('cy'))
    expect(walk.actor.getSnapshot()).toMatchObject({
      value: { playing: {} },
      context: { model: 'cy', candidate: null },
    })
  })

  it('fails while its model waits to be seen, once there will be no stage to see it on', () => {
    const walk = startWalk(createSpawnMachine<string>(), { input })
    makes(walk, 'ada')
    walk.happens(fails('watchStage', 'no WebGL'))
    expect(walk.actor.getSnapshot()).toMatchObject({ value: 'failed', context: { error: 'no WebGL', candidate: null } })
  })

  it('is over at once under reduced motion', () => {
    const walk = startWalk(createSpawnMachine<string>(), { input: { ...input, isStill: true } })
    reveals(walk, 'ada')
    expect(walk.actor.getSnapshot().value).toBe('finished')
    expect(announced(walk).map(({ type }) => type)).toEqual(['model.revealed', 'spawn.finished'])
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
