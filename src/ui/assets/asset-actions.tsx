import { ArrowSquareOutIcon } from '@phosphor-icons/react/ArrowSquareOut'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { LockSimpleOpenIcon } from '@phosphor-icons/react/LockSimpleOpen'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import type { Asset } from '../../api/contract/assets.ts'
import { type Ability, may } from '../../machines/rules/ability.ts'
import { pigmentOf } from '../kit/pigment.ts'
import type { RowAction } from '../list/definition.ts'
import type { Translate } from '../words.ts'

/** What the menu of an asset's row can set off; each rejects with `ApiError`. */
export interface AssetDeeds {
  open: (asset: Asset) => void
  lock: (asset: Asset) => Promise<unknown>
  unlock: (asset: Asset) => Promise<unknown>
  remove: (asset: Asset) => Promise<unknown>
}

/** The menu of an asset's row, as far as `ability` reaches; only what is not locked can be deleted. */
export function assetActions(asset: Asset, ability: Ability, deeds: AssetDeeds, translate: Translate): RowAction[][] {
  const { name, type, iconUrl, locked } = asset
  const open: RowAction = {
    id: 'open',
    type: 'click',
    title: 'assets.doOpen',
    icon: <ArrowSquareOutIcon />,
    onAction: () => {
      deeds.open(asset)
      return undefined
    },
  }
  const lock: RowAction = locked
    ? {
        id: 'unlock',
        type: 'click',
        title: 'assets.doUnlock',
        icon: <LockSimpleOpenIcon />,
        onAction: () => deeds.unlock(asset),
      }
    : { id: 'lock', type: 'click', title: 'assets.doLock', icon: <LockSimpleIcon />, onAction: () => deeds.lock(asset) }
  const remove: RowAction = {
    id: 'delete',
    type: 'click',
    title: 'assets.doDelete',
    icon: <TrashIcon />,
    color: 'bad',
    isDisabled: locked ? 'assets.isLocked' : undefined,
    question: {
      title: translate('assets.deleteQuestion', { name }),
      text: 'assets.deleteText',
      verb: 'assets.delete',
      picture: iconUrl,
      pigment: pigmentOf(type),
    },
    onAction: () => deeds.remove(asset),
  }
  return [
    [open],
    [
      ...(may(ability, 'lock', 'Asset', asset) ? [lock] : []),
      ...(may(ability, 'delete', 'Asset', asset) ? [remove] : []),
    ],
  ]
}
