import type { TrashedAsset } from '../../api/contract/trash.ts'
import { AssetPlinth } from '../asset-list/AssetCell.tsx'
import { useAtelier } from '../context.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import styles from './TrashedCells.module.css'

/** An asset in the trash: it has no page to lead to. */
export function TrashedCell({ asset }: { asset: TrashedAsset }) {
  return (
    <div className={styles.cell}>
      <AssetPlinth asset={asset} />
      <span className={styles.name} title={asset.name}>
        {asset.name}
      </span>
    </div>
  )
}

/** When an asset was deleted, over who did it. */
export function DeletedCell({ asset: { deletedAt, deletedBy }, me }: { asset: TrashedAsset; me: string | undefined }) {
  const { translate } = useAtelier()
  const who =
    deletedBy && (deletedBy.id === me ? translate('assets.you') : (deletedBy.email ?? translate('assets.teamMember')))
  return (
    <span className={styles.deleted}>
      <TimeAgo at={deletedAt} />
      {who && (
        <span className={styles.who} title={deletedBy.email}>
          {who}
        </span>
      )}
    </span>
  )
}
