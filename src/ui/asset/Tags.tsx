import type { Asset } from '../../api/contract/assets.ts'
import type { Tag, TagColor } from '../../api/contract/tags.ts'
import { useAtelier } from '../context.ts'
import { Chip } from '../kit/Chip.tsx'
import { shownPart } from '../kit/part.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import styles from './Details.module.css'
import type { AssetActor } from './use-asset.ts'
import { useRights } from './use-rights.ts'

const TagsField = shownPart(async () => (await import('./TagsField.tsx')).TagsField, FieldWaiting)

/** Props of {@link Tags}. */
export interface TagsProps {
  actor: AssetActor
  asset: Asset
  /** The tags that there are; undefined until they are known. */
  tags: readonly Tag[] | undefined
}

/** The tags of an asset, to be changed by those who may. */
export function Tags({ actor, asset, tags }: TagsProps) {
  const { translate } = useAtelier()
  const { mayUpdate } = useRights(asset)
  if (mayUpdate && !asset.locked && tags) return <TagsField actor={actor} asset={asset} tags={tags} />
  if (mayUpdate && !tags) return <FieldWaiting />
  const shown = tags?.filter(({ tagId }) => asset.tags.includes(tagId))
  const chips = shown ?? asset.tags.map((tagId) => ({ tagId, name: null, color: undefined }))
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

/** The place of the field while it is on its way. */
function FieldWaiting() {
  const { translate } = useAtelier()
  return (
    <div>
      <h3 className={styles.label}>{translate('asset.tags')}</h3>
      <Skeleton height={34} />
    </div>
  )
}
