import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/ArrowCounterClockwise'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { TrashedAsset } from '../../api/contract/trash.ts'
import { type BulkAction, callForEachRow } from '../list/bulk-action.ts'
import type { RowActionDefinition } from '../list/definition.ts'

export type TrashCalls = Pick<Client<typeof contract>['assets'], 'restore' | 'purge' | 'remove'>

const RESTORE_ACTION = 'restore'
const PURGE_ACTION = 'purge'

export const TRASH_ACTIONS: readonly (readonly RowActionDefinition<TrashedAsset>[])[] = [
  [{ id: RESTORE_ACTION, title: 'trash.restore', icon: <ArrowCounterClockwiseIcon />, bulk: RESTORE_ACTION }],
  [{ id: PURGE_ACTION, title: 'trash.purge', icon: 'delete', color: 'bad', bulk: PURGE_ACTION }],
]

/** Returns the bulk actions on assets in the trash. Purging is delayed until Undo expires. */
export const createTrashBulkActions = ({ restore, purge, remove }: TrashCalls): readonly BulkAction<TrashedAsset>[] => [
  {
    id: RESTORE_ACTION,
    title: 'trash.restore',
    icon: <ArrowCounterClockwiseIcon />,
    // Ignores the response, because the trash no longer lists a restored asset.
    perform: (request) =>
      callForEachRow(request, async (id) => void (await restore({ id }, { keepalive: request.isLeaving }))),
    revert: (request) => callForEachRow(request, (id) => remove({ id }, { keepalive: request.isLeaving })),
    done: 'trash.restored',
    failed: 'trash.notChanged',
  },
  {
    id: PURGE_ACTION,
    title: 'trash.purge',
    icon: 'delete',
    color: 'bad',
    perform: (request) => callForEachRow(request, (id) => purge({ id }, { keepalive: request.isLeaving })),
    done: 'trash.purged',
    failed: 'trash.notChanged',
  },
]
