import { expect, test, vi } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { autocompleteMachine } from '../../../src/machines/filters/autocomplete.machine.ts'
import type { AutocompleteOption } from '../../../src/machines/filters/choices.ts'
import { actorDone, startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { autocompleteModels, fern, moss } from './autocomplete.model.ts'

describeMachine('autocomplete', autocompleteModels)

test('loads the labels of initial ids immediately, and searches 150 ms after the last input', () => {
  const requests: unknown[] = []
  const clock = new SimulatedClock()
  const neverSettles = () => new Promise<never>(() => {})
  const actor = createActor(
    autocompleteMachine.provide({
      actors: {
        findByIds: fromPromise<readonly AutocompleteOption[], { ids: readonly string[] }>(({ input }) => {
          requests.push(input)
          return neverSettles()
        }),
        searchOptions: fromPromise<readonly AutocompleteOption[], { text: string }>(({ input }) => {
          requests.push(input)
          return neverSettles()
        }),
      },
    }),
    { input: { value: ['f', 'm', 'f', '', 5], multiple: true }, clock },
  ).start()
  expect(requests).toEqual([{ ids: ['f', 'm'] }])
  actor.send({ type: 'field.opened' })
  clock.increment(149)
  actor.send({ type: 'text.changed', text: 'm' })
  clock.increment(149)
  actor.send({ type: 'text.changed', text: 'mo' })
  clock.increment(149)
  expect(requests.length).toBe(1)
  clock.increment(1)
  expect(requests.slice(1)).toEqual([{ text: 'mo' }])
})

test('aborts the running search on further typing and keeps only the latest result', async () => {
  const clock = new SimulatedClock()
  const searches: { text: string; answer: (found: AutocompleteOption[]) => void; signal: AbortSignal }[] = []
  const actor = createActor(
    autocompleteMachine.provide({
      actors: {
        searchOptions: fromPromise<readonly AutocompleteOption[], { text: string }>(
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
  await vi.waitFor(() => expect(actor.getSnapshot().matches({ list: { open: 'loaded' } })).toBe(true))
  expect(actor.getSnapshot().context.options).toEqual([moss])
})

test('emits a changed choice once, as a list if several values are allowed, and else as a single value', () => {
  for (const [multiple, value] of [
    [true, ['f', 'm']],
    [false, 'f'],
  ] as const) {
    const { emitted, trigger } = startMachineDriver(autocompleteMachine, { input: { value: undefined, multiple } })
    trigger({ type: 'choice.made', ids: ['f', 'm'] })
    trigger({ type: 'choice.made', ids: ['f', 'm'] })
    trigger({ type: 'choice.made', ids: [] })
    expect(emitted).toEqual([
      { type: 'value.changed', value },
      { type: 'value.changed', value: multiple ? [] : undefined },
    ])
  }
})

test('accepts an external value without emitting it, and loads unknown labels', () => {
  const { actor, emitted, trigger } = startMachineDriver(autocompleteMachine, {
    input: { value: ['f'], multiple: true },
  })
  trigger(actorDone('findByIds', [fern]))
  trigger({ type: 'value.restored', value: ['f'] })
  expect(actor.getSnapshot().value).toEqual({ value: 'ready', list: 'closed' })
  trigger({ type: 'value.restored', value: ['m', 'f'] })
  expect(actor.getSnapshot().value).toEqual({ value: 'loadingLabels', list: 'closed' })
  trigger(actorDone('findByIds', [moss]))
  expect([actor.getSnapshot().context.loadedOptions, emitted]).toEqual([[fern, moss], []])
})

test('warns once if a field for several values gets one value that is not a list, and uses that value', () => {
  const warnings: unknown[] = []
  const machineWithWarnings = autocompleteMachine.provide({
    actions: { warnOfInvalidValue: (_, { value }) => void warnings.push(value) },
  })
  const { actor, trigger } = startMachineDriver(machineWithWarnings, { input: { value: 'f', multiple: true } })
  expect(actor.getSnapshot().context.ids).toEqual(['f'])
  trigger({ type: 'value.restored', value: ['m'] })
  startMachineDriver(machineWithWarnings, { input: { value: 'f', multiple: false } })
  startMachineDriver(machineWithWarnings, { input: { value: undefined, multiple: true } })
  expect(warnings).toEqual(['f'])
})
