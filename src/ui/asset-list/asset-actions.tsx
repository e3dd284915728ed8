import { CopyIcon } from '@phosphor-icons/react/Copy'
import type { Application } from '../../api/contract/applications.ts'
import type { Asset } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import { Avatar } from '../kit/Avatar.tsx'
import type { RowAction, RowActionDefinition } from '../list/definition.ts'
import { DELETE_ASSET_ACTION, PREVIEW_DIALOG, TEMPLATE_DIALOG } from './asset-list-shape.ts'

export type AssetRowCalls = Pick<
  Client<typeof contract>['assets'],
  'lock' | 'unlock' | 'addToApplication' | 'removeFromApplication'
>

/**
 * Creates the menu of an asset's row. Locked assets cannot be deleted. `applications` are the entries of the application menu, in
 * order.
 */
export const createAssetActions = (
  assets: AssetRowCalls,
  open: (asset: Asset) => void,
  applications: readonly Pick<Application, 'id' | 'name'>[] = [],
): readonly (readonly RowActionDefinition<Asset>[])[] => [
  [
    { id: 'open', title: 'assets.doOpen', icon: 'open', run: open },
    { id: PREVIEW_DIALOG, title: 'assets.preview', icon: 'preview', dialog: PREVIEW_DIALOG },
    {
      id: TEMPLATE_DIALOG,
      title: 'assets.newFrom',
      icon: <CopyIcon />,
      needs: ['manage', 'all'],
      dialog: TEMPLATE_DIALOG,
    },
  ],
  [
    {
      id: 'applications',
      title: 'assets.inApplications',
      icon: 'application',
      needs: ['update', 'Asset'],
      appliesTo: () => applications.length > 0,
      items: (asset) => applicationItems(asset, applications, assets),
    },
  ],
  [
    {
      id: 'lock',
      title: 'assets.doLock',
      icon: 'lock',
      needs: ['lock', 'Asset'],
      appliesTo: ({ locked }) => !locked,
      run: ({ id }) => assets.lock({ id, body: {} }),
    },
    {
      id: 'unlock',
      title: 'assets.doUnlock',
      icon: 'unlock',
      needs: ['lock', 'Asset'],
      appliesTo: ({ locked }) => locked,
      run: ({ id }) => assets.unlock({ id, body: {} }),
    },
    {
      id: 'delete',
      title: 'assets.bulkDelete',
      icon: 'delete',
      color: 'bad',
      needs: ['delete', 'Asset'],
      isDisabled: ({ locked }) => (locked ? 'assets.isLocked' : undefined),
      bulk: DELETE_ASSET_ACTION,
    },
  ],
]

/** Returns a toggle for each application, which is checked if the application contains the asset. */
function applicationItems(
  asset: Asset,
  applications: readonly Pick<Application, 'id' | 'name'>[],
  { addToApplication, removeFromApplication }: AssetRowCalls,
): RowAction[] {
  const applicationIds = new Set(asset.applications.map(({ applicationId }) => applicationId))
  return applications.map(({ id, name }) => ({
    id: `application ${id}`,
    type: 'click',
    title: { text: name },
    icon: <Avatar name={name} size={22} shape="square" />,
    isChecked: applicationIds.has(id),
    onAction: () => {
      const payload = { id: asset.id, body: { applicationId: id } }
      return applicationIds.has(id) ? removeFromApplication(payload) : addToApplication(payload)
    },
  }))
}
