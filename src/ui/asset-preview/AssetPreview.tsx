import { CubeIcon } from '@phosphor-icons/react/Cube'
import { XIcon } from '@phosphor-icons/react/X'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import { GenderChip, LockChip, TypeChip } from '../asset-list/AssetMarks.tsx'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { Kbd } from '../kit/Kbd.tsx'
import { linkClass } from '../kit/link-class.ts'
import { Plinth } from '../kit/Plinth.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import { LazyAvatarViewer } from '../look/LazyAvatarViewer.tsx'
import { optionsOf, PLAIN_LOOK } from '../look/look.ts'
import { useViewerWords } from '../look/use-viewer-words.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { usePageKeys } from '../use-page-keys.ts'
import styles from './AssetPreview.module.css'
import { usePreview } from './use-preview.ts'

/** Props of {@link AssetPreview}. */
export interface AssetPreviewProps {
  /** The asset of the row that people are at. */
  asset: Asset
  /** Fetches the words of the viewer. Rejects where they cannot be fetched. */
  learn: () => Promise<unknown>
  onClose: () => void
}

/** An asset beside the list: its model turns as soon as people stay at its row, and its facts are there at once. */
export function AssetPreview({ asset, learn, onClose }: AssetPreviewProps) {
  const { translate, language } = useAtelier()
  const isDrawn = usePreview(asset, learn)
  usePageKeys((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  })
  return (
    <aside className={styles.panel} aria-label={translate('assets.preview.of', { name: asset.name })}>
      <header className={styles.head}>
        <Link to="/assets/$id" params={{ id: asset.id }} className={styles.name} title={asset.name}>
          {asset.name}
        </Link>
        <IconButton label={translate('assets.preview.close')} icon={<XIcon />} onClick={onClose} />
      </header>
      <div className={styles.stage}>
        <span className={styles.people} data-present={asset.id} />
        {isDrawn ? (
          <Model key={asset.id} asset={asset} />
        ) : (
          <Plinth pigment={pigmentOf(asset.type)} src={asset.iconUrl} size={160}>
            <CubeIcon />
          </Plinth>
        )}
      </div>
      <dl className={styles.facts}>
        <Fact name="assets.type">
          <TypeChip type={asset.type} isBare />
        </Fact>
        <Fact name="assets.gender">
          <GenderChip gender={asset.gender} />
        </Fact>
        <Fact name="assets.preview.size">{formatBytes(asset.stats.bytes, language)}</Fact>
        <Fact name="assets.preview.triangles">{formatNumber(asset.stats.triangles, language)}</Fact>
        <Fact name="assets.lock">
          <LockChip isLocked={asset.locked} />
        </Fact>
        <Fact name="assets.updated">
          <TimeAgo at={asset.updatedAt} />
        </Fact>
      </dl>
      <footer className={styles.foot}>
        <span className={styles.hint}>
          <Kbd keys={['↑', '↓']} /> {translate('assets.preview.next')}
        </span>
        <Link to="/assets/$id" params={{ id: asset.id }} className={linkClass}>
          {translate('assets.doOpen')}
        </Link>
      </footer>
    </aside>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  const { translate } = useAtelier()
  return (
    <div>
      <dt>{translate(name)}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Model({ asset }: { asset: Asset }) {
  const { translate } = useAtelier()
  const words = useViewerWords()
  const [isUndrawn, setUndrawn] = useState(false)
  return (
    <LazyAvatarViewer
      {...optionsOf(PLAIN_LOOK)}
      source={asset.modelUrl}
      label={translate('asset.stage.label', { name: asset.name })}
      words={words}
      onError={({ reason }) => setUndrawn(reason === 'webgl')}
      {...(isUndrawn && asset.iconUrl && { poster: asset.iconUrl })}
    />
  )
}
