import { TrashIcon } from '@phosphor-icons/react/Trash'
import { type Ability, may } from '../../machines/rules/ability.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { type BulkAction, eachRow } from '../list/bulk.ts'

/** The action that deletes, from a row's menu too. */
export const DELETE = 'delete'

/**
 * What can be done to tags, one or several, as far as `ability` reaches. `remove` rejects with `ApiError`; with
 * `keepalive` the call outlives the page.
 */
export function tagBulk<R extends Row>(
  ability: Ability,
  remove: (id: string, options: { keepalive: boolean }) => Promise<unknown>,
): readonly BulkAction<R>[] {
  if (!may(ability, 'delete', 'Tag')) return []
  return [
    {
      id: DELETE,
      title: 'tags.delete',
      icon: <TrashIcon />,
      color: 'bad',
      perform: (work) => eachRow(work, (id) => remove(id, { keepalive: work.isLeaving })),
      done: 'tags.deleted',
      failed: 'tags.notDeleted',
    },
  ]
}
