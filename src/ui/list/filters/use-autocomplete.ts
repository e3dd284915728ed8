import { useEffect, useEffectEvent, useState } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { autocompleteMachine } from '../../../machines/filters/autocomplete.machine.ts'
import {
  AUTOCOMPLETE_LIMIT,
  type AutocompleteOption,
  DEFAULT_DISPLAY_FIELD,
  DEFAULT_SEARCH_FIELD,
} from '../../../machines/filters/choices.ts'
import type { Row } from '../../../machines/list/paging.ts'
import { useMachineActor } from '../../use-machine-actor.ts'
import type { AutocompleteFilter } from '../definition.ts'

export type AutocompleteActor = ActorRefFrom<typeof autocompleteMachine>

/** Runs the machine of an autocomplete filter. `value` is the filter's value; `onChange` receives the new value. */
export function useAutocomplete(
  filter: AutocompleteFilter,
  value: unknown,
  onChange: (value: unknown) => void,
): AutocompleteActor {
  const findOptions = useEffectEvent((ids: readonly string[], signal: AbortSignal) =>
    findOptionsByIds(filter, ids, signal),
  )
  const search = useEffectEvent((text: string, signal: AbortSignal) => searchOptions(filter, text, signal))
  const warnUnknownValue = useEffectEvent((unknownValue: unknown) =>
    console.warn(`The value of the filter '${filter.field}' is not an array`, unknownValue),
  )
  const onValueChange = useEffectEvent(onChange)
  const [machine] = useState(() =>
    autocompleteMachine.provide({
      actors: {
        findByIds: fromPromise<readonly AutocompleteOption[], { ids: readonly string[] }>(({ input, signal }) =>
          findOptions(input.ids, signal),
        ),
        searchOptions: fromPromise<readonly AutocompleteOption[], { text: string }>(({ input, signal }) =>
          search(input.text, signal),
        ),
      },
      actions: {
        warnOfInvalidValue: (_, { value: unknownValue }) => warnUnknownValue(unknownValue),
      },
    }),
  )
  const actor = useMachineActor(machine, { id: filter.field, input: { value, multiple: filter.multiple ?? false } })
  useEffect(() => {
    const subscription = actor.on('value.changed', (event) => onValueChange(event.value))
    return () => subscription.unsubscribe()
  }, [actor])
  const valueKey = JSON.stringify(value ?? null)
  useEffect(() => {
    actor.send({ type: 'value.restored', value: JSON.parse(valueKey) })
  }, [actor, valueKey])
  return actor
}

const toAutocompleteOption = (
  row: Row,
  { displayField = DEFAULT_DISPLAY_FIELD }: AutocompleteFilter,
): AutocompleteOption => ({
  id: row.id,
  label: String((row as unknown as Record<string, unknown>)[displayField] ?? row.id),
})

async function searchOptions(
  filter: AutocompleteFilter,
  text: string,
  signal: AbortSignal,
): Promise<readonly AutocompleteOption[]> {
  const { endpoint, searchField = DEFAULT_SEARCH_FIELD, extraQueryParams } = filter
  const query = { ...(text && { [searchField]: text }), ...extraQueryParams, limit: AUTOCOMPLETE_LIMIT }
  const { data } = await endpoint(query, signal)
  return data.map((row) => toAutocompleteOption(row, filter))
}

/** Loads each item with its own request, so that a deleted item does not fail the others. */
async function findOptionsByIds(
  filter: AutocompleteFilter,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly AutocompleteOption[]> {
  const results = await Promise.allSettled(ids.map((id) => filter.findByIdEndpoint({ id }, signal)))
  return results.flatMap((result) =>
    result.status === 'fulfilled' ? [toAutocompleteOption(result.value, filter)] : [],
  )
}
