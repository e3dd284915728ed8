import { createSpawnMachine, type SpawnInput } from '../../src/machines/spawn.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

export const input: SpawnInput = { source: 'ada.glb', hasEffect: true, hasAnimation: true, isStill: false }
export const swap = { type: 'source.changed', source: 'bo.glb', hasEffect: true, hasAnimation: false } as const
export const parts = [new ArrayBuffer(4)]
export const shown = (model: string) => ({ type: 'model.shown', model }) as const

/** Tries the machine out. */
export const spawnModels: Models = {
  listeners: {
    'source.rejected': ['src/ui/viewer/use-spawn-news.ts'],
    'loading.started': ['src/ui/viewer/use-spawn-news.ts'],
    'loading.advanced': ['src/ui/viewer/use-spawn-news.ts'],
    'model.revealed': ['src/ui/viewer/use-spawn-news.ts'],
    'model.failed': ['src/ui/viewer/use-spawn-news.ts'],
    'spawn.finished': ['src/ui/viewer/use-spawn-news.ts'],
  },
  models: {
    spawn: model({
      machine: createSpawnMachine<string>(),
      input,
      happenings: [
        { type: 'bytes.arrived', progress: { done: 2, total: 4 } },
        answers('fetchParts', parts),
        fails('fetchParts', 'gone'),
        answers('prepareModel', 'a model'),
        fails('prepareModel', 'broken'),
        shown('a model'),
        shown('another model'),
        fails('watchStage', 'no stage'),
        { type: 'retry.requested' },
        { type: 'effect.ended' },
        { type: 'effect.missed' },
        { type: 'animation.ended' },
        { type: 'animation.missed' },
        waits('fade', 'spawn.playing.effect.fading'),
        waits('fade', 'spawn.playing.animation.fading'),
        { type: 'motion.changed', isStill: true },
        swap,
        { type: 'source.changed', source: 'notes.txt', hasEffect: false, hasAnimation: false },
        { type: 'source.changed', source: null, hasEffect: false, hasAnimation: false },
      ],
      sees: ({ source, model, candidate, error, isStill }) => [source, model, candidate, error, isStill],
      // Two fades that began together end together on a real clock; the walk lets only one of them pass.
      stopWhen: (snapshot) => snapshot.matches({ playing: { effect: 'fading', animation: 'fading' } }),
      holds: {
        'files are kept only until a model is made of them': (at) =>
          (at.context.parts !== null) === at.matches({ loading: 'preparing' }),
        'a model waits to be seen while it is revealed, and none does at any other time': (at) =>
          (at.context.candidate !== null) === at.matches({ loading: 'revealing' }),
        'what makes its entrance stands there': (at) =>
          !(at.matches('playing') || at.matches('finished')) || at.context.model !== null,
        'nothing stands where nothing was asked for or nothing could be had': (at) =>
          !(at.matches('empty') || at.matches('failed')) || at.context.model === null,
        'it failed for a reason': (at) => !at.matches('failed') || at.context.error !== null,
        'the stage is needed while a model is made, revealed or makes its entrance, and at no other time': (at) =>
          at.hasTag('drawing') ===
          (at.matches({ loading: 'preparing' }) || at.matches({ loading: 'revealing' }) || at.matches('playing')),
      },
      tells: {
        'each entrance is announced once at most, after its model was': (emitted) =>
          emitted
            .map(({ type }) => type)
            .filter((type) => type === 'model.revealed' || type === 'spawn.finished')
            .every((type, index, told) => type === 'model.revealed' || told[index - 1] === 'model.revealed'),
        'a model is announced at most once for each time it was made': (emitted, happenings) =>
          emitted.filter(({ type }) => type === 'model.revealed').length <=
          happenings.filter(({ type }) => type === 'xstate.done.actor.prepareModel').length,
      },
    }),
  },
}
