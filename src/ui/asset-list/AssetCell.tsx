import { CubeIcon } from '@phosphor-icons/react/Cube'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { Link } from '@tanstack/react-router'
import type { PointerEvent } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import type { Tag } from '../../api/contract/tags.ts'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { CopyId } from '../kit/CopyId.tsx'
import { Plinth } from '../kit/Plinth.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import styles from './AssetCell.module.css'
import { keepSeen } from './seen-asset.ts'
import { TagDots } from './TagMarks.tsx'

/** An asset on its plinth; a locked one is pinned. With `narrow` the pin shows only where the lock has no column. */
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

/** An asset's name, leading to its page, which shows at once what is known here. */
export function AssetName({ asset }: { asset: Asset }) {
  const { kept } = useAtelier()
  const { id, name } = asset
  return (
    <Link
      to="/assets/$id"
      params={{ id }}
      className={styles.name}
      onPointerEnter={tellWhole}
      onClick={() => keepSeen(kept, asset)}
    >
      {name}
    </Link>
  )
}

/** A name that has no room is told whole under the pointer; one that has is not said twice. */
function tellWhole({ currentTarget }: PointerEvent<HTMLAnchorElement>): void {
  const { scrollWidth, clientWidth, textContent } = currentTarget
  currentTarget.title = scrollWidth > clientWidth ? textContent : ''
}

/** An asset as a table shows it: plinth, name over id and size; its tags' colours where those have no column. */
export function AssetCell({ asset, tags = [] }: { asset: Asset; tags?: readonly Tag[] }) {
  const { translate, language } = useAtelier()
  return (
    <div className={styles.cell}>
      <AssetPlinth asset={asset} narrow />
      <div className={styles.words}>
        <AssetName asset={asset} />
        <span className={styles.meta}>
          <CopyId id={asset.id} copyLabel={translate('assets.copyId')} copiedText={translate('assets.copied')} />
          <span>{formatBytes(asset.stats.bytes, language)}</span>
          <TagDots tags={tags} className={styles.dots} />
        </span>
      </div>
    </div>
  )
}

/** The place of an {@link AssetCell} that is on its way. */
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
