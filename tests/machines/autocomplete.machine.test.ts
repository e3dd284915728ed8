import { expect, test, vi } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { autocompleteMachine } from '../../src/machines/autocomplete.machine.ts'
import type { Found } from '../../src/machines/rules/choices.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, startWalk } from '../support/walk.ts'
import { autocompleteModels, fern, moss } from './autocomplete.model.ts'

followsRecord('autocomplete', autocompleteModels)

test('the ids it starts with are looked up before anything is searched for', () => {
  const asked: unknown[] = []
  const clock = new SimulatedClock()
  const never = () => new Promise<never>(() => {})
  const actor = createActor(
    autocompleteMachine.provide({
      actors: {
        findByIds: fromPromise<readonly Found[], { ids: readonly string[] }>(({ input }) => {
          asked.push(input)
          return never()
        }),
        search: fromPromise<readonly Found[], { text: string }>(({ input }) => {
          asked.push(input)
          return never()
        }),
      },
    }),
    { input: { value: ['f', 'm', 'f', '', 5], multiple: true }, clock },
  ).start()
  expect(asked).toEqual([{ ids: ['f', 'm'] }])
  actor.send({ type: 'field.opened' })
  clock.increment(149)
  actor.send({ type: 'text.changed', text: 'm' })
  clock.increment(149)
  actor.send({ type: 'text.changed', text: 'mo' })
  clock.increment(149)
  expect(asked.length).toBe(1)
  clock.increment(1)
  expect(asked.slice(1)).toEqual([{ text: 'mo' }])
})

test('typing on aborts the search that is on its way, and only the newest answer stands', async () => {
  const clock = new SimulatedClock()
  const searches: { text: string; answer: (found: Found[]) => void; signal: AbortSignal }[] = []
  const actor = createActor(
    autocompleteMachine.provide({
      actors: {
        search: fromPromise<readonly Found[], { text: string }>(
          ({ input, signal }) => new Promise((answer) => searches.push({ ...input, answer, signal })),
        ),
      },
    }),
    { input: { value: undefined, multiple: false }, clock },
  ).start()
  actor.send({ type: 'field.opened' })
  clock.increment(150)
  actor.send({ type: 'text.changed', text: 'mo' })
  clock.increment(150)
  expect(searches.map(({ text, signal }) => [text, signal.aborted])).toEqual([
    ['', true],
    ['mo', false],
  ])
  searches[1]!.answer([moss])
  searches[0]!.answer([fern])
  await vi.waitFor(() => expect(actor.getSnapshot().matches({ list: { open: 'found' } })).toBe(true))
  expect(actor.getSnapshot().context.options).toEqual([moss])
})

test('what is chosen is told, as a list or as one value', () => {
  for (const [multiple, value] of [
    [true, ['f', 'm']],
    [false, 'f'],
  ] as const) {
    const { emitted, happens } = startWalk(autocompleteMachine, { input: { value: undefined, multiple } })
    happens({ type: 'choice.made', ids: ['f', 'm'] })
    happens({ type: 'choice.made', ids: ['f', 'm'] })
    happens({ type: 'choice.made', ids: [] })
    expect(emitted).toEqual([
      { type: 'value.changed', value },
      { type: 'value.changed', value: multiple ? [] : undefined },
    ])
  }
})

test('a value from outside is taken over without telling it back, and looked up where it is not known', () => {
  const { actor, emitted, happens } = startWalk(autocompleteMachine, { input: { value: ['f'], multiple: true } })
  happens(answers('findByIds', [fern]))
  happens({ type: 'value.restored', value: ['f'] })
  expect(actor.getSnapshot().value).toEqual({ value: 'known', list: 'closed' })
  happens({ type: 'value.restored', value: ['m', 'f'] })
  expect(actor.getSnapshot().value).toEqual({ value: 'lookingUp', list: 'closed' })
  happens(answers('findByIds', [moss]))
  expect([actor.getSnapshot().context.known, emitted]).toEqual([[fern, moss], []])
})

test('several values that do not come as a list are warned of once, and taken as they are', () => {
  const warned: unknown[] = []
  const odd = autocompleteMachine.provide({ actions: { warnOfValue: (_, { value }) => void warned.push(value) } })
  const { actor, happens } = startWalk(odd, { input: { value: 'f', multiple: true } })
  expect(actor.getSnapshot().context.ids).toEqual(['f'])
  happens({ type: 'value.restored', value: ['m'] })
  startWalk(odd, { input: { value: 'f', multiple: false } })
  startWalk(odd, { input: { value: undefined, multiple: true } })
  expect(warned).toEqual(['f'])
})
