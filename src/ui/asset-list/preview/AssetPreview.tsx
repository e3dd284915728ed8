import { CubeIcon } from '@phosphor-icons/react/Cube'
import { XIcon } from '@phosphor-icons/react/X'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Asset } from '../../../api/contract/assets.ts'
import { useAtelier } from '../../context.ts'
import { formatBytes } from '../../format-bytes.ts'
import { formatNumber } from '../../format-number.ts'
import { pigmentOf } from '../../kit/feedback/pigment.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { Kbd } from '../../kit/Kbd.tsx'
import { Plinth } from '../../kit/layout/Plinth.tsx'
import { linkClass } from '../../kit/link-class.ts'
import { DEFAULT_DISPLAY_OPTIONS, toViewerOptions } from '../../look/display-options.ts'
import { LazyAvatarViewer } from '../../look/LazyAvatarViewer.tsx'
import { useViewerMessages } from '../../look/use-viewer-messages.ts'
import type { MessageKey } from '../../message-key.ts'
import { assetsMessages } from '../../messages/assets.ts'
import { lookMessages } from '../../messages/look.ts'
import { TimeAgo } from '../../TimeAgo.tsx'
import { usePageKeys } from '../../use-page-keys.ts'
import { useTranslate } from '../../use-translate.ts'
import { GenderChip, LockChip, TypeChip } from '../AssetChips.tsx'
import styles from './AssetPreview.module.css'
import { useIsPreviewRendered } from './use-is-preview-rendered.ts'

export interface AssetPreviewProps {
  asset: Asset
  /** Loads the viewer's messages. Rejects if loading fails. */
  loadViewerMessages: () => Promise<unknown>
  onClose: () => void
}

/** Preview of an asset next to the list. The model loads only once the user stays on the row. */
export function AssetPreview({ asset, loadViewerMessages, onClose }: AssetPreviewProps) {
  const translate = useTranslate(assetsMessages)
  const { language } = useAtelier()
  const isModelRendered = useIsPreviewRendered(asset, loadViewerMessages)
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
        {isModelRendered ? (
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

function Fact({ name, children }: { name: MessageKey<'assets'>; children: ReactNode }) {
  const translate = useTranslate(assetsMessages)
  return (
    <div>
      <dt>{translate(name)}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Model({ asset }: { asset: Asset }) {
  const translate = useTranslate(lookMessages)
  const messages = useViewerMessages()
  const [isWebglMissing, setWebglMissing] = useState(false)
  return (
    <LazyAvatarViewer
      {...toViewerOptions(DEFAULT_DISPLAY_OPTIONS)}
      source={asset.modelUrl}
      label={translate('asset.stage.label', { name: asset.name })}
      words={messages}
      onError={({ reason }) => setWebglMissing(reason === 'webgl')}
      {...(isWebglMissing && asset.iconUrl && { poster: asset.iconUrl })}
    />
  )
}
