import { describe, expect, it } from 'vitest'
import { createSpawnMachine, type SpawnInput } from '../../src/machines/spawn.machine.ts'
import { answers, fails, startWalk, waits, walkEveryPath } from '../support/walk.ts'

const input: SpawnInput = { source: 'ada.glb', hasEffect: true, hasAnimation: true, isStill: false }
const swap = { type: 'source.changed', source: 'bo.glb', hasEffect: true, hasAnimation: false } as const

describe('spawn', () => {
  walkEveryPath(createSpawnMachine<string>(), {
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
    check: ({ actor, emitted }, happenings) => {
      const loads = happenings.filter(({ type }) => type === 'xstate.done.actor.loadModel').length
      const finishes = emitted.filter(({ type }) => type === 'spawn.finished').length
      expect(finishes).toBeLessThanOrEqual(loads)
      if (actor.getSnapshot().matches('finished')) expect(emitted.at(-1)).toEqual({ type: 'spawn.finished' })
    },
  })
})

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
