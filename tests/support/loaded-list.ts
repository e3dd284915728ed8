import type { SnapshotFrom } from 'xstate'
import type { ListInput } from '../../src/machines/list/list-state.ts'
import { input, listMachine, pageOf, startDelayElapsed } from '../machines/list/list.model.ts'
import { actorDone, startMachineDriver } from './machine-driver.ts'

/** Returns the state value, with the region `load` reduced to its top-level state. */
export const topLevelState = ({ value }: SnapshotFrom<typeof listMachine>) => ({
  ...value,
  load: typeof value.load === 'string' ? value.load : Object.keys(value.load)[0],
})

export function startLoadedList(change: Partial<ListInput> = {}, first = pageOf('ab')) {
  const walk = startMachineDriver(listMachine, { input: input(change) })
  walk.trigger(startDelayElapsed)
  walk.trigger(actorDone('loadPage', first))
  const ids = () =>
    walk.actor
      .getSnapshot()
      .context.rows.map((row) => row.id)
      .join('')
  const queries = () =>
    walk.emitted.flatMap((event) => (event.type === 'query.changed' ? [[event.entry, event.query]] : []))
  const currentState = () => topLevelState(walk.actor.getSnapshot())
  return { ...walk, ids, queries, where: currentState, context: () => walk.actor.getSnapshot().context }
}
