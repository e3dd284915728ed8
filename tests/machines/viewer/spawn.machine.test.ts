import { describe, expect, it } from 'vitest'
import { createSpawnMachine } from '../../../src/machines/viewer/spawn.machine.ts'
import {
  actorDone,
  actorFailed,
  delayElapsed,
  type MachineDriver,
  startMachineDriver,
} from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { input, loadedParts, modelShown, sourceChanged, spawnModels } from './spawn.model.ts'

describeMachine('spawn', spawnModels)

const announced = ({ emitted }: Spawn) =>
  emitted.flatMap((event) => (event.type === 'spawn.finished' || event.type === 'model.revealed' ? [event] : []))
type Spawn = MachineDriver<ReturnType<typeof createSpawnMachine<string>>>

function makes(walk: Spawn, model: string) {
  walk.trigger(actorDone('fetchParts', loadedParts))
  walk.trigger(actorDone('prepareModel', model))
}

function reveals(walk: Spawn, model: string) {
  makes(walk, model)
  walk.trigger(modelShown(model))
}

describe('loading and entrance of a model', () => {
  it('ends half a second after its effect and its animation have both ended', () => {
    const walk = startMachineDriver(createSpawnMachine<string>(), { input })
    reveals(walk, 'ada')
    walk.trigger({ type: 'effect.ended' })
    walk.trigger({ type: 'animation.ended' })
    expect(announced(walk)).toEqual([{ type: 'model.revealed', model: 'ada' }])
    walk.trigger(delayElapsed('fade', 'spawn.playing.effect.fading'))
    expect(walk.actor.getSnapshot().value).toBe('finished')
    expect(announced(walk)).toEqual([{ type: 'model.revealed', model: 'ada' }, { type: 'spawn.finished' }])
  })

  it('emits its end once per model, and not for a model replaced during its entrance', () => {
    const walk = startMachineDriver(createSpawnMachine<string>(), { input })
    reveals(walk, 'ada')
    walk.trigger({ type: 'animation.skipped' })
    walk.trigger(sourceChanged)
    expect(walk.actor.getSnapshot().context.model).toBe('ada')
    reveals(walk, 'bo')
    expect(announced(walk).map(({ type }) => type)).toEqual(['model.revealed', 'model.revealed'])
    walk.trigger({ type: 'effect.skipped' })
    expect(announced(walk).map(({ type }) => type)).toEqual(['model.revealed', 'model.revealed', 'spawn.finished'])
  })

  it('keeps the old model until the latest requested model is shown, and ignores outdated requests', () => {
    const walk = startMachineDriver(createSpawnMachine<string>(), { input })
    reveals(walk, 'ada')
    walk.trigger(sourceChanged)
    makes(walk, 'bo')
    walk.trigger({ ...sourceChanged, source: 'cy.glb' })
    expect(walk.actor.getSnapshot().context).toMatchObject({ model: 'ada', candidate: null, parts: null })
    makes(walk, 'cy')
    walk.trigger(modelShown('bo'))
    expect(walk.actor.getSnapshot()).toMatchObject({ value: { loading: 'revealing' }, context: { model: 'ada' } })
    walk.trigger(modelShown('cy'))
    expect(walk.actor.getSnapshot()).toMatchObject({
      value: { playing: {} },
      context: { model: 'cy', candidate: null },
    })
  })

  it('fails if WebGL becomes unavailable before the model is shown', () => {
    const walk = startMachineDriver(createSpawnMachine<string>(), { input })
    makes(walk, 'ada')
    walk.trigger(actorFailed('watchRenderer', 'no WebGL'))
    expect(walk.actor.getSnapshot()).toMatchObject({ value: 'failed', context: { error: 'no WebGL', candidate: null } })
  })

  it('finishes as soon as the model is revealed under reduced motion', () => {
    const walk = startMachineDriver(createSpawnMachine<string>(), { input: { ...input, isStill: true } })
    reveals(walk, 'ada')
    expect(walk.actor.getSnapshot().value).toBe('finished')
    expect(announced(walk).map(({ type }) => type)).toEqual(['model.revealed', 'spawn.finished'])
  })

  it('does not start for an invalid source, and emits source.rejected', () => {
    const walk = startMachineDriver(createSpawnMachine<string>(), { input: { ...input, source: ['ada.glb', 3] } })
    expect(walk.actor.getSnapshot().value).toBe('empty')
    walk.trigger({ ...sourceChanged, source: [] })
    expect(walk.emitted).toEqual([
      { type: 'source.rejected', source: ['ada.glb', 3] },
      { type: 'source.rejected', source: [] },
    ])
  })
})
