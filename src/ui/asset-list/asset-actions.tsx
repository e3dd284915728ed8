import { AppWindowIcon } from '@phosphor-icons/react/AppWindow'
import { ArrowSquareOutIcon } from '@phosphor-icons/react/ArrowSquareOut'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { LockSimpleOpenIcon } from '@phosphor-icons/react/LockSimpleOpen'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import type { Application } from '../../api/contract/applications.ts'
import type { Asset } from '../../api/contract/assets.ts'
import { type Ability, may } from '../../machines/rules/ability.ts'
import { Avatar } from '../kit/Avatar.tsx'
import type { RowAction } from '../list/definition.ts'
import { DELETE } from './asset-shape.ts'

/** What the menu of an asset's row can set off; each rejects with `ApiError`. */
export interface AssetCommands {
  open: (asset: Asset) => void
  lock: (asset: Asset) => Promise<unknown>
  unlock: (asset: Asset) => Promise<unknown>
  addTo: (asset: Asset, applicationId: string) => Promise<unknown>
  takeFrom: (asset: Asset, applicationId: string) => Promise<unknown>
}

/**
 * The menu of an asset's row, as far as `ability` reaches; only what is not locked can be deleted. `applications` are
 * those it can be put into, in the order of the menu.
 */
export function assetActions(
  asset: Asset,
  ability: Ability,
  commands: AssetCommands,
  applications: readonly Pick<Application, 'id' | 'name'>[] = [],
): RowAction[][] {
  const { locked } = asset
  const open: RowAction = {
    id: 'open',
    type: 'click',
    title: 'assets.doOpen',
    icon: <ArrowSquareOutIcon />,
    onAction: () => {
      commands.open(asset)
      return undefined
    },
  }
  const lock: RowAction = locked
    ? {
        id: 'unlock',
        type: 'click',
        title: 'assets.doUnlock',
        icon: <LockSimpleOpenIcon />,
        onAction: () => commands.unlock(asset),
      }
    : {
        id: 'lock',
        type: 'click',
        title: 'assets.doLock',
        icon: <LockSimpleIcon />,
        onAction: () => commands.lock(asset),
      }
  const remove: RowAction = {
    id: 'delete',
    type: 'bulk',
    title: 'assets.bulkDelete',
    icon: <TrashIcon />,
    color: 'bad',
    isDisabled: locked ? 'assets.isLocked' : undefined,
    value: DELETE,
  }
  return [
    [open],
    may(ability, 'update', 'Asset', asset) && applications.length > 0
      ? [applicationMenu(asset, applications, commands)]
      : [],
    [
      ...(may(ability, 'lock', 'Asset', asset) ? [lock] : []),
      ...(may(ability, 'delete', 'Asset', asset) ? [remove] : []),
    ],
  ]
}

/** The applications with a tick at each that the asset is in; choosing one puts it in or takes it out. */
function applicationMenu(
  asset: Asset,
  applications: readonly Pick<Application, 'id' | 'name'>[],
  { addTo, takeFrom }: AssetCommands,
): RowAction {
  const held = new Set(asset.applications.map(({ applicationId }) => applicationId))
  return {
    id: 'applications',
    type: 'submenu',
    title: 'assets.inApplications',
    icon: <AppWindowIcon />,
    subMenuItems: applications.map(({ id, name }) => ({
      id: `application ${id}`,
      type: 'click',
      title: name,
      icon: <Avatar name={name} size={22} shape="square" />,
      isChecked: held.has(id),
      onAction: () => (held.has(id) ? takeFrom(asset, id) : addTo(asset, id)),
    })),
  }
}
