import { type Asset, MAX_LOCK_REASON } from '../../api/contract/assets.ts'
import { part } from '../kit/part.ts'
import { type BulkAction, eachRow } from '../list/bulk.ts'
import type { BulkCalls, DeferredAction } from './asset-bulk-work.ts'
import { BULK_NEEDS } from './asset-list.ts'
import { DELETE } from './asset-shape.ts'

const bulkWork = part(async () => (await import('./asset-bulk-work.ts')).assetBulkWork)

const isLocked = ({ locked }: Asset) => locked
const isOpen = ({ locked }: Asset) => !locked

/** What can be done to several assets. Only what a page that is left must still do is here; the rest is loaded when it is wanted. */
export function assetBulk(calls: BulkCalls): readonly BulkAction<Asset>[] {
  const workOf = async (id: DeferredAction) => (await bulkWork.want())(calls)[id]
  const later = (id: DeferredAction): Pick<BulkAction<Asset>, 'id' | 'perform' | 'revert' | 'failed'> => ({
    id,
    perform: async (work) => (await workOf(id)).perform(work),
    revert: async (work) => (await workOf(id)).revert(work),
    failed: 'assets.bulkFailed',
  })
  const chosen = (id: DeferredAction): Pick<BulkAction<Asset>, 'choices' | keyof ReturnType<typeof later>> => ({
    ...later(id),
    choices: async (signal) => (await (await workOf(id)).choices?.(signal)) ?? [],
  })
  const change = { needs: BULK_NEEDS.change, fits: isOpen, leftOut: 'assets.bulkSkipped' } as const
  return [
    {
      ...later('lock'),
      title: 'assets.bulkLock',
      icon: 'lock',
      needs: BULK_NEEDS.lock,
      fits: isOpen,
      leftOut: 'assets.bulkAlreadyLocked',
      remark: {
        title: 'assets.bulkLock.title',
        label: 'assets.bulkLock.reason',
        why: 'assets.bulkLock.why',
        most: MAX_LOCK_REASON,
      },
      done: 'assets.bulkLocked',
    },
    {
      ...later('unlock'),
      title: 'assets.bulkUnlock',
      icon: 'unlock',
      needs: BULK_NEEDS.lock,
      fits: isLocked,
      leftOut: 'assets.bulkAlreadyUnlocked',
      done: 'assets.bulkUnlocked',
    },
    { ...chosen('tag'), ...change, title: 'assets.bulkTag', icon: 'tag', done: 'assets.bulkTagged' },
    {
      ...chosen('untag'),
      ...change,
      title: 'assets.bulkUntag',
      icon: 'tag',
      offers: (tagId, rows) => rows.some((asset) => asset.tags.includes(tagId)),
      done: 'assets.bulkUntagged',
    },
    {
      ...chosen('application'),
      ...change,
      title: 'assets.bulkLink',
      icon: 'application',
      done: 'assets.bulkLinked',
    },
    {
      ...chosen('body'),
      needs: BULK_NEEDS.change,
      fits: (asset) => isOpen(asset) && asset.type !== 'bodyshape',
      leftOut: 'assets.bulkBodySkipped',
      title: 'assets.bulkBody',
      icon: 'body',
      knows: ({ bodyId }) => ({ bodyId }),
      done: 'assets.bulkBodySet',
      nothing: 'assets.bulkBodyThere',
    },
    {
      ...chosen('make'),
      ...change,
      title: 'assets.bulkMake',
      icon: 'images',
      done: 'assets.bulkMade',
      nothing: 'assets.bulkThere',
    },
    {
      ...chosen('fit'),
      title: 'assets.bulkFit',
      icon: 'fit',
      needs: BULK_NEEDS.change,
      fits: ({ bodyId }) => bodyId !== undefined,
      leftOut: 'assets.bulkBodiless',
      several: { title: 'assets.bulkFit.title', why: 'assets.bulkFit.why', none: 'assets.bulkFit.none' },
      knows: ({ bodyId }) => ({ bodyId }),
      done: 'assets.bulkFitted',
      nothing: 'assets.bulkThere',
    },
    {
      id: DELETE,
      title: 'assets.bulkDelete',
      icon: 'delete',
      color: 'bad',
      needs: BULK_NEEDS.remove,
      fits: isOpen,
      leftOut: 'assets.bulkSkipped',
      perform: (work) => eachRow(work, (id) => calls.assets.remove({ id }, { keepalive: work.isLeaving })),
      done: 'assets.bulkDeleted',
      failed: 'assets.bulkFailed',
    },
  ]
}
