import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/ArrowCounterClockwise'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { TrashedAsset } from '../../api/contract/trash.ts'
import { type BulkAction, eachRow } from '../list/bulk.ts'
import type { ActionOf } from '../list/definition.ts'

/** The calls that take assets out of the trash, one way or the other, and that put them back. */
export type TrashCalls = Pick<Client<typeof contract>['assets'], 'restore' | 'purge' | 'remove'>

const RESTORE = 'restore'
const PURGE = 'purge'

/** The menu of an asset in the trash. */
export const TRASH_ACTIONS: readonly (readonly ActionOf<TrashedAsset>[])[] = [
  [{ id: RESTORE, title: 'trash.restore', icon: <ArrowCounterClockwiseIcon />, bulk: RESTORE }],
  [{ id: PURGE, title: 'trash.purge', icon: 'delete', color: 'bad', bulk: PURGE }],
]

/** What can be done to assets in the trash; deleting for good waits until Undo has passed. */
export const trashBulk = ({ restore, purge, remove }: TrashCalls): readonly BulkAction<TrashedAsset>[] => [
  {
    id: RESTORE,
    title: 'trash.restore',
    icon: <ArrowCounterClockwiseIcon />,
    // What is restored stands in this list no more, so that its answer is no row of it.
    perform: (work) => eachRow(work, async (id) => void (await restore({ id }, { keepalive: work.isLeaving }))),
    revert: (work) => eachRow(work, (id) => remove({ id }, { keepalive: work.isLeaving })),
    done: 'trash.restored',
    failed: 'trash.notChanged',
  },
  {
    id: PURGE,
    title: 'trash.purge',
    icon: 'delete',
    color: 'bad',
    perform: (work) => eachRow(work, (id) => purge({ id }, { keepalive: work.isLeaving })),
    done: 'trash.purged',
    failed: 'trash.notChanged',
  },
]
