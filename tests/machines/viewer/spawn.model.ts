import { createSpawnMachine, type SpawnInput } from '../../../src/machines/viewer/spawn.machine.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const input: SpawnInput = { source: 'ada.glb', hasEffect: true, hasAnimation: true, isStill: false }
export const sourceChanged = { type: 'source.changed', source: 'bo.glb', hasEffect: true, hasAnimation: false } as const
export const loadedParts = [new ArrayBuffer(4)]
export const modelShown = (model: string) => ({ type: 'model.shown', model }) as const

export const spawnModels: MachineModels = {
  listeners: {
    'source.rejected': ['src/ui/viewer/entrance/use-spawn-events.ts'],
    'loading.started': ['src/ui/viewer/entrance/use-spawn-events.ts'],
    'loading.advanced': ['src/ui/viewer/entrance/use-spawn-events.ts'],
    'model.revealed': ['src/ui/viewer/entrance/use-spawn-events.ts'],
    'model.failed': ['src/ui/viewer/entrance/use-spawn-events.ts'],
    'spawn.finished': ['src/ui/viewer/entrance/use-spawn-events.ts'],
  },
  models: {
    spawn: defineModel({
      machine: createSpawnMachine<string>(),
      input,
      events: [
        { type: 'bytes.received', progress: { done: 2, total: 4 } },
        actorDone('fetchParts', loadedParts),
        actorFailed('fetchParts', 'gone'),
        actorDone('prepareModel', 'a model'),
        actorFailed('prepareModel', 'broken'),
        modelShown('a model'),
        modelShown('another model'),
        actorFailed('watchRenderer', 'no stage'),
        { type: 'retry.requested' },
        { type: 'effect.ended' },
        { type: 'effect.skipped' },
        { type: 'animation.ended' },
        { type: 'animation.skipped' },
        delayElapsed('fade', 'spawn.playing.effect.fading'),
        delayElapsed('fade', 'spawn.playing.animation.fading'),
        { type: 'motion.changed', isStill: true },
        sourceChanged,
        { type: 'source.changed', source: 'notes.txt', hasEffect: false, hasAnimation: false },
        { type: 'source.changed', source: null, hasEffect: false, hasAnimation: false },
      ],
      contextKey: ({ source, model, candidate, error, isStill }) => [source, model, candidate, error, isStill],
      // On a real clock, two simultaneous fade-outs end together. The exploration can end only one of them.
      isEnd: (snapshot) => snapshot.matches({ playing: { effect: 'fading', animation: 'fading' } }),
      invariants: {
        'files are stored only until the model is prepared': (at) =>
          (at.context.parts !== null) === at.matches({ loading: 'preparing' }),
        'a candidate model is stored if and only if one is being revealed': (at) =>
          (at.context.candidate !== null) === at.matches({ loading: 'revealing' }),
        'a model is stored during and after its entrance': (at) =>
          !(at.matches('playing') || at.matches('finished')) || at.context.model !== null,
        'no model is stored without a source or after a failure': (at) =>
          !(at.matches('empty') || at.matches('failed')) || at.context.model === null,
        'a failure has an error': (at) => !at.matches('failed') || at.context.error !== null,
        'the stage is needed if and only if a model is prepared, revealed or makes its entrance': (at) =>
          at.hasTag('drawing') ===
          (at.matches({ loading: 'preparing' }) || at.matches({ loading: 'revealing' }) || at.matches('playing')),
      },
      emittedInvariants: {
        'the end of an entrance is emitted at most once, after the model was revealed': (emitted) =>
          emitted
            .map(({ type }) => type)
            .filter((type) => type === 'model.revealed' || type === 'spawn.finished')
            .every((type, index, told) => type === 'model.revealed' || told[index - 1] === 'model.revealed'),
        'a model is revealed at most once for each time it was prepared': (emitted, happenings) =>
          emitted.filter(({ type }) => type === 'model.revealed').length <=
          happenings.filter(({ type }) => type === 'xstate.done.actor.prepareModel').length,
      },
    }),
  },
}
