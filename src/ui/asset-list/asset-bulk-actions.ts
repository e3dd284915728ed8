import { type Asset, MAX_LOCK_REASON_LENGTH } from '../../api/contract/assets.ts'
import { lazyModule } from '../kit/loading/lazy-module.ts'
import { type BulkAction, callForEachRow } from '../list/bulk-action.ts'
import type { BulkCalls, LazyBulkActionId } from './asset-bulk-operations.ts'
import { BULK_PERMISSIONS } from './asset-list.ts'
import { DELETE_ASSET_ACTION } from './asset-list-shape.ts'

const lazyBulkOperations = lazyModule(
  async () => (await import('./asset-bulk-operations.ts')).createAssetBulkOperations,
)

const isLocked = ({ locked }: Asset) => locked
const isUnlocked = ({ locked }: Asset) => !locked

/** Returns the bulk actions on assets. All code is lazy, except the code that is needed while the page unloads. */
export function createAssetBulkActions(calls: BulkCalls): readonly BulkAction<Asset>[] {
  const loadOperation = async (id: LazyBulkActionId) => (await lazyBulkOperations.load())(calls)[id]
  const lazyOperation = (id: LazyBulkActionId): Pick<BulkAction<Asset>, 'id' | 'perform' | 'revert' | 'failed'> => ({
    id,
    perform: async (request) => (await loadOperation(id)).perform(request),
    revert: async (request) => (await loadOperation(id)).revert(request),
    failed: 'assets.bulkFailed',
  })
  const lazyChoiceOperation = (
    id: LazyBulkActionId,
  ): Pick<BulkAction<Asset>, 'choices' | keyof ReturnType<typeof lazyOperation>> => ({
    ...lazyOperation(id),
    choices: async (signal) => (await (await loadOperation(id)).choices?.(signal)) ?? [],
  })
  const changeAbility = {
    needs: BULK_PERMISSIONS.change,
    appliesTo: isUnlocked,
    skippedMessage: 'assets.bulkSkipped',
  } as const
  return [
    {
      ...lazyOperation('lock'),
      title: 'assets.bulkLock',
      icon: 'lock',
      needs: BULK_PERMISSIONS.lock,
      appliesTo: isUnlocked,
      skippedMessage: 'assets.bulkAlreadyLocked',
      remark: {
        title: 'assets.bulkLock.title',
        label: 'assets.bulkLock.reason',
        why: 'assets.bulkLock.why',
        maxLength: MAX_LOCK_REASON_LENGTH,
      },
      done: 'assets.bulkLocked',
    },
    {
      ...lazyOperation('unlock'),
      title: 'assets.bulkUnlock',
      icon: 'unlock',
      needs: BULK_PERMISSIONS.lock,
      appliesTo: isLocked,
      skippedMessage: 'assets.bulkAlreadyUnlocked',
      done: 'assets.bulkUnlocked',
    },
    {
      ...lazyChoiceOperation('tag'),
      ...changeAbility,
      title: 'assets.bulkTag',
      icon: 'tag',
      done: 'assets.bulkTagged',
    },
    {
      ...lazyChoiceOperation('untag'),
      ...changeAbility,
      title: 'assets.bulkUntag',
      icon: 'tag',
      isChoiceAvailable: (tagId, rows) => rows.some((asset) => asset.tags.includes(tagId)),
      done: 'assets.bulkUntagged',
    },
    {
      ...lazyChoiceOperation('application'),
      ...changeAbility,
      title: 'assets.bulkLink',
      icon: 'application',
      done: 'assets.bulkLinked',
    },
    {
      ...lazyChoiceOperation('body'),
      needs: BULK_PERMISSIONS.change,
      appliesTo: (asset) => isUnlocked(asset) && asset.type !== 'bodyshape',
      skippedMessage: 'assets.bulkBodySkipped',
      title: 'assets.bulkBody',
      icon: 'body',
      itemDetails: ({ bodyId }) => ({ bodyId }),
      done: 'assets.bulkBodySet',
      nothing: 'assets.bulkBodyThere',
    },
    {
      ...lazyChoiceOperation('make'),
      ...changeAbility,
      title: 'assets.bulkMake',
      icon: 'images',
      done: 'assets.bulkMade',
      nothing: 'assets.bulkThere',
    },
    {
      ...lazyChoiceOperation('fit'),
      title: 'assets.bulkFit',
      icon: 'fit',
      needs: BULK_PERMISSIONS.change,
      appliesTo: ({ bodyId }) => bodyId !== undefined,
      skippedMessage: 'assets.bulkBodiless',
      multiChoice: { title: 'assets.bulkFit.title', why: 'assets.bulkFit.why', none: 'assets.bulkFit.none' },
      itemDetails: ({ bodyId }) => ({ bodyId }),
      done: 'assets.bulkFitted',
      nothing: 'assets.bulkThere',
    },
    {
      id: DELETE_ASSET_ACTION,
      title: 'assets.bulkDelete',
      icon: 'delete',
      color: 'bad',
      needs: BULK_PERMISSIONS.remove,
      appliesTo: isUnlocked,
      skippedMessage: 'assets.bulkSkipped',
      perform: (request) =>
        callForEachRow(request, (id) => calls.assets.remove({ id }, { keepalive: request.isLeaving })),
      done: 'assets.bulkDeleted',
      failed: 'assets.bulkFailed',
    },
  ]
}
