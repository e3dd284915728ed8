import type { Asset } from '../../api/contract/assets.ts'
import type { Tag, TagColor } from '../../api/contract/tags.ts'
import { Chip } from '../kit/Chip.tsx'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import { lazyComponent } from '../kit/loading/lazy-module.ts'
import { assetMessages } from '../messages/asset.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetDetails.module.css'
import type { AssetActor } from './use-asset.ts'
import { useAssetPermissions } from './use-asset-permissions.ts'

const TagsField = lazyComponent(async () => (await import('./TagsField.tsx')).TagsField, TagsFieldSkeleton)

export interface AssetTagsProps {
  actor: AssetActor
  asset: Asset
  /** Available tags; undefined while they load. */
  tags: readonly Tag[] | undefined
}

export function AssetTags({ actor, asset, tags }: AssetTagsProps) {
  const translate = useTranslate(assetMessages)
  const { mayUpdate } = useAssetPermissions(asset)
  if (mayUpdate && !asset.locked && tags) return <TagsField actor={actor} asset={asset} tags={tags} />
  if (mayUpdate && !tags) return <TagsFieldSkeleton />
  const assetTags = tags?.filter(({ tagId }) => asset.tags.includes(tagId))
  const chips = assetTags ?? asset.tags.map((tagId) => ({ tagId, name: null, color: undefined }))
  if (chips.length === 0) return null
  return (
    <div>
      <h3 className={styles.label}>{translate('asset.tags')}</h3>
      <ul className={styles.tags}>
        {chips.map(({ tagId, name, color }) => (
          <li key={tagId}>
            <Chip pigment={color as TagColor | undefined}>{name ?? <Skeleton width={48} />}</Chip>
          </li>
        ))}
      </ul>
    </div>
  )
}

function TagsFieldSkeleton() {
  const translate = useTranslate(assetMessages)
  return (
    <div>
      <h3 className={styles.label}>{translate('asset.tags')}</h3>
      <Skeleton height={34} />
    </div>
  )
}
