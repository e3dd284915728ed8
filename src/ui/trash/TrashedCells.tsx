import type { TrashedAsset } from '../../api/contract/trash.ts'
import { AssetPlinth } from '../asset-list/AssetCell.tsx'
import { assetsMessages } from '../messages/assets.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { useTranslate } from '../use-translate.ts'
import styles from './TrashedCells.module.css'

/** Table cell with a deleted asset. Not a link, because a deleted asset has no page. */
export function TrashedAssetCell({ asset }: { asset: TrashedAsset }) {
  return (
    <div className={styles.cell}>
      <AssetPlinth asset={asset} />
      <span className={styles.name} title={asset.name}>
        {asset.name}
      </span>
    </div>
  )
}

/** Table cell with the time of a deletion and the user who deleted the asset. */
export function DeletedCell({ asset: { deletedAt, deletedBy }, me }: { asset: TrashedAsset; me: string | undefined }) {
  const translate = useTranslate(assetsMessages)
  const deleterName =
    deletedBy && (deletedBy.id === me ? translate('assets.you') : (deletedBy.email ?? translate('assets.teamMember')))
  return (
    <span className={styles.deleted}>
      <TimeAgo at={deletedAt} />
      {deleterName && (
        <span className={styles.who} title={deletedBy.email}>
          {deleterName}
        </span>
      )}
    </span>
  )
}
