import { useEffect, useEffectEvent, useState } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { autocompleteMachine } from '../../machines/autocomplete.machine.ts'
import { AUTOCOMPLETE_LIMIT, DISPLAY_FIELD, type Found, SEARCH_FIELD } from '../../machines/rules/choices.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { useMachineActor } from '../machine.ts'
import type { AutocompleteFilter } from './definition.ts'

/** A running autocomplete filter. */
export type AutocompleteActor = ActorRefFrom<typeof autocompleteMachine>

/** Runs an autocomplete filter over its endpoints; `onChange` hears what is chosen, `value` is what the list holds. */
export function useAutocomplete(
  filter: AutocompleteFilter,
  value: unknown,
  onChange: (value: unknown) => void,
): AutocompleteActor {
  const find = useEffectEvent((ids: readonly string[], signal: AbortSignal) => findAll(filter, ids, signal))
  const seek = useEffectEvent((text: string, signal: AbortSignal) => search(filter, text, signal))
  const warn = useEffectEvent((odd: unknown) =>
    console.warn(`The value of the filter '${filter.field}' is not an array`, odd),
  )
  const change = useEffectEvent(onChange)
  const [machine] = useState(() =>
    autocompleteMachine.provide({
      actors: {
        findByIds: fromPromise<readonly Found[], { ids: readonly string[] }>(({ input, signal }) =>
          find(input.ids, signal),
        ),
        search: fromPromise<readonly Found[], { text: string }>(({ input, signal }) => seek(input.text, signal)),
      },
      actions: {
        warnOfValue: (_, { value: odd }) => warn(odd),
      },
    }),
  )
  const actor = useMachineActor(machine, { id: filter.field, input: { value, multiple: filter.multiple ?? false } })
  useEffect(() => {
    const subscription = actor.on('value.changed', (event) => change(event.value))
    return () => subscription.unsubscribe()
  }, [actor])
  const shown = JSON.stringify(value ?? null)
  useEffect(() => {
    actor.send({ type: 'value.restored', value: JSON.parse(shown) })
  }, [actor, shown])
  return actor
}

const foundOf = (row: Row, { displayField = DISPLAY_FIELD }: AutocompleteFilter): Found => ({
  id: row.id,
  label: String((row as unknown as Record<string, unknown>)[displayField] ?? row.id),
})

async function search(filter: AutocompleteFilter, text: string, signal: AbortSignal): Promise<readonly Found[]> {
  const { endpoint, searchField = SEARCH_FIELD, extraQueryParams } = filter
  const query = { ...(text && { [searchField]: text }), ...extraQueryParams, limit: AUTOCOMPLETE_LIMIT }
  const { data } = await endpoint(query, signal)
  return data.map((row) => foundOf(row, filter))
}

/** Looks every id up by a call of its own; one that is not found any more takes none of the others with it. */
async function findAll(
  filter: AutocompleteFilter,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const answers = await Promise.allSettled(ids.map((id) => filter.findByIdEndpoint({ id }, signal)))
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [foundOf(answer.value, filter)] : []))
}
