import { createSpawnMachine, type SpawnInput } from '../../src/machines/spawn.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

export const input: SpawnInput = { source: 'ada.glb', hasEffect: true, hasAnimation: true, isStill: false }
export const swap = { type: 'source.changed', source: 'bo.glb', hasEffect: true, hasAnimation: false } as const

/** Tries the machine out. */
export const spawnModels: Models = {
  models: {
    spawn: model({
      machine: createSpawnMachine<string>(),
      input,
      happenings: [
        answers('loadModel', 'a model'),
        fails('loadModel', 'gone'),
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
      sees: ({ source, model, error, isStill }) => [source, model, error, isStill],
      // Two fades that began together end together on a real clock; the walk lets only one of them pass.
      stopWhen: (snapshot) => snapshot.matches({ playing: { effect: 'fading', animation: 'fading' } }),
      tells: {
        'an entrance is announced at most once for each model': (emitted, happenings) =>
          emitted.filter(({ type }) => type === 'spawn.finished').length <=
          happenings.filter(({ type }) => type === 'xstate.done.actor.loadModel').length,
      },
    }),
  },
}
