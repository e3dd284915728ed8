import type { SnapshotFrom } from 'xstate'
import type { ListInput } from '../../src/machines/rules/listing.ts'
import { input, list, pageOf, starts } from '../machines/list.model.ts'
import { answers, startWalk } from './walk.ts'

/** The state without what is within uninitialized, loading, success and error. */
export const whereabouts = ({ value }: SnapshotFrom<typeof list>) => ({
  ...value,
  load: typeof value.load === 'string' ? value.load : Object.keys(value.load)[0],
})

/** A list whose first page has come. */
export function loaded(change: Partial<ListInput> = {}, first = pageOf('ab')) {
  const walk = startWalk(list, { input: input(change) })
  walk.happens(starts)
  walk.happens(answers('loadPage', first))
  const ids = () =>
    walk.actor
      .getSnapshot()
      .context.rows.map((row) => row.id)
      .join('')
  const queries = () =>
    walk.emitted.flatMap((told) => (told.type === 'query.changed' ? [[told.entry, told.query]] : []))
  const where = () => whereabouts(walk.actor.getSnapshot())
  return { ...walk, ids, queries, where, context: () => walk.actor.getSnapshot().context }
}
