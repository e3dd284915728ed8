import { CubeIcon } from '@phosphor-icons/react/Cube'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { Link } from '@tanstack/react-router'
import type { PointerEvent } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import type { Tag } from '../../api/contract/tags.ts'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { CopyableId } from '../kit/CopyableId.tsx'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import { Plinth } from '../kit/layout/Plinth.tsx'
import { assetsMessages } from '../messages/assets.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetCell.module.css'
import { cacheAsset } from './cached-asset.ts'
import { TagDots } from './TagChips.tsx'

/**
 * Icon of an asset on a tinted backdrop, with a lock icon if the asset is locked. `narrow` hides the lock icon while the lock
 * column is visible.
 */
export function AssetPlinth({ asset, narrow = false }: { asset: Asset; narrow?: boolean }) {
  return (
    <Plinth
      data-previews=""
      data-turns={asset.id}
      pigment={pigmentOf(asset.type)}
      src={asset.iconUrl}
      pin={asset.locked && <LockSimpleIcon weight="fill" />}
      className={narrow ? styles.plinth : undefined}
    >
      <CubeIcon />
    </Plinth>
  )
}

/** Link to an asset's page. Caches the asset, so that the page can render it immediately. */
export function AssetName({ asset }: { asset: Asset }) {
  const { cache } = useAtelier()
  const { id, name } = asset
  return (
    <Link
      to="/assets/$id"
      params={{ id }}
      className={styles.name}
      onPointerEnter={setTitleIfCut}
      onClick={() => cacheAsset(cache, asset)}
    >
      {name}
    </Link>
  )
}

function setTitleIfCut({ currentTarget }: PointerEvent<HTMLAnchorElement>): void {
  const { scrollWidth, clientWidth, textContent } = currentTarget
  currentTarget.title = scrollWidth > clientWidth ? textContent : ''
}

/**
 * Asset in a table cell: its picture, and its name above id and size. Shows the colours of its tags while the tag column is
 * hidden.
 */
export function AssetCell({ asset, tags = [] }: { asset: Asset; tags?: readonly Tag[] }) {
  const translate = useTranslate(assetsMessages)
  const { language } = useAtelier()
  return (
    <div className={styles.cell}>
      <AssetPlinth asset={asset} narrow />
      <div className={styles.words}>
        <AssetName asset={asset} />
        <span className={styles.meta}>
          <CopyableId id={asset.id} copyLabel={translate('assets.copyId')} copiedText={translate('assets.copied')} />
          <span>{formatBytes(asset.stats.bytes, language)}</span>
          <TagDots tags={tags} className={styles.dots} />
        </span>
      </div>
    </div>
  )
}

export function AssetCellSkeleton({ index }: { index: number }) {
  return (
    <div className={styles.cell}>
      <Skeleton shape="plinth" />
      <div className={styles.lines}>
        <Skeleton width={74 + ((index * 2) % 5) * 14} height={13} />
        <Skeleton width={126 + ((index * 3) % 4) * 8} height={10} />
      </div>
    </div>
  )
}
