import type { Application } from '../../api/contract/applications.ts'
import type { Asset } from '../../api/contract/assets.ts'
import { Avatar } from '../kit/Avatar.tsx'
import type { ActionOf, RowAction } from '../list/definition.ts'
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
 * The menu of an asset's row; only what is not locked can be deleted. `applications` are those it can be put into, in the
 * order of the menu.
 */
export const assetActions = (
  commands: AssetCommands,
  applications: readonly Pick<Application, 'id' | 'name'>[] = [],
): readonly (readonly ActionOf<Asset>[])[] => [
  [{ id: 'open', title: 'assets.doOpen', icon: 'open', run: (asset) => void commands.open(asset) }],
  [
    {
      id: 'applications',
      title: 'assets.inApplications',
      icon: 'application',
      needs: ['update', 'Asset'],
      fits: () => applications.length > 0,
      items: (asset) => applicationItems(asset, applications, commands),
    },
  ],
  [
    {
      id: 'lock',
      title: 'assets.doLock',
      icon: 'lock',
      needs: ['lock', 'Asset'],
      fits: ({ locked }) => !locked,
      run: commands.lock,
    },
    {
      id: 'unlock',
      title: 'assets.doUnlock',
      icon: 'unlock',
      needs: ['lock', 'Asset'],
      fits: ({ locked }) => locked,
      run: commands.unlock,
    },
    {
      id: 'delete',
      title: 'assets.bulkDelete',
      icon: 'delete',
      color: 'bad',
      needs: ['delete', 'Asset'],
      isDisabled: ({ locked }) => (locked ? 'assets.isLocked' : undefined),
      bulk: DELETE,
    },
  ],
]

/** The applications with a tick at each that the asset is in; choosing one puts it in or takes it out. */
function applicationItems(
  asset: Asset,
  applications: readonly Pick<Application, 'id' | 'name'>[],
  { addTo, takeFrom }: AssetCommands,
): RowAction[] {
  const held = new Set(asset.applications.map(({ applicationId }) => applicationId))
  return applications.map(({ id, name }) => ({
    id: `application ${id}`,
    type: 'click',
    title: name,
    icon: <Avatar name={name} size={22} shape="square" />,
    isChecked: held.has(id),
    onAction: () => (held.has(id) ? takeFrom(asset, id) : addTo(asset, id)),
  }))
}
