import { CopyIcon } from '@phosphor-icons/react/Copy'
import type { Application } from '../../api/contract/applications.ts'
import type { Asset } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import { Avatar } from '../kit/Avatar.tsx'
import type { ActionOf, RowAction } from '../list/definition.ts'
import { DELETE, PREVIEW, TEMPLATE } from './asset-shape.ts'

/** The calls of the menu of an asset's row. */
export type AssetCalls = Pick<
  Client<typeof contract>['assets'],
  'lock' | 'unlock' | 'addToApplication' | 'removeFromApplication'
>

/**
 * The menu of an asset's row; only what is not locked can be deleted. `applications` are those it can be put into, in the
 * order of the menu.
 */
export const assetActions = (
  assets: AssetCalls,
  open: (asset: Asset) => void,
  applications: readonly Pick<Application, 'id' | 'name'>[] = [],
): readonly (readonly ActionOf<Asset>[])[] => [
  [
    { id: 'open', title: 'assets.doOpen', icon: 'open', run: open },
    { id: PREVIEW, title: 'assets.preview', icon: 'preview', question: PREVIEW },
    { id: TEMPLATE, title: 'assets.newFrom', icon: <CopyIcon />, needs: ['manage', 'all'], question: TEMPLATE },
  ],
  [
    {
      id: 'applications',
      title: 'assets.inApplications',
      icon: 'application',
      needs: ['update', 'Asset'],
      fits: () => applications.length > 0,
      items: (asset) => applicationItems(asset, applications, assets),
    },
  ],
  [
    {
      id: 'lock',
      title: 'assets.doLock',
      icon: 'lock',
      needs: ['lock', 'Asset'],
      fits: ({ locked }) => !locked,
      run: ({ id }) => assets.lock({ id, body: {} }),
    },
    {
      id: 'unlock',
      title: 'assets.doUnlock',
      icon: 'unlock',
      needs: ['lock', 'Asset'],
      fits: ({ locked }) => locked,
      run: ({ id }) => assets.unlock({ id, body: {} }),
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
  { addToApplication, removeFromApplication }: AssetCalls,
): RowAction[] {
  const held = new Set(asset.applications.map(({ applicationId }) => applicationId))
  return applications.map(({ id, name }) => ({
    id: `application ${id}`,
    type: 'click',
    title: name,
    icon: <Avatar name={name} size={22} shape="square" />,
    isChecked: held.has(id),
    onAction: () => {
      const given = { id: asset.id, body: { applicationId: id } }
      return held.has(id) ? removeFromApplication(given) : addToApplication(given)
    },
  }))
}
