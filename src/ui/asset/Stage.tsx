import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/ArrowCounterClockwise'
import { CornersOutIcon } from '@phosphor-icons/react/CornersOut'
import { CubeIcon } from '@phosphor-icons/react/Cube'
import { SlidersHorizontalIcon } from '@phosphor-icons/react/SlidersHorizontal'
import { useRef, useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Segmented } from '../kit/Segmented.tsx'
import { Sheet } from '../kit/Sheet.tsx'
import type { AvatarViewerHandle } from '../viewer/AvatarViewer.tsx'
import { LazyAvatarViewer } from '../viewer/lazy.tsx'
import type { ModelInfo } from '../viewer/model.ts'
import { type Look, LookPanel, PLAIN_LOOK } from './LookPanel.tsx'
import styles from './Stage.module.css'
import { useViewerWords } from './use-viewer-words.ts'

/** The model on its turntable, what it is made of, and how it is looked at. */
export function Stage({ asset }: { asset: Asset | null }) {
  const { translate, language } = useAtelier()
  const words = useViewerWords()
  const viewer = useRef<AvatarViewerHandle>(null)
  const stage = useRef<HTMLElement>(null)
  const [look, setLook] = useState<Look>(PLAIN_LOOK)
  const [backdrop, setBackdrop] = useState<'grey' | 'clear'>('grey')
  const [model, setModel] = useState<ModelInfo | null>(null)
  const [isLookOpen, setLookOpen] = useState(false)
  const panel = (
    <LookPanel
      look={look}
      onLook={setLook}
      model={model}
      onCapture={async () =>
        asset && viewer.current && save(await viewer.current.capture({ type: 'image/png' }), asset)
      }
    />
  )
  return (
    <section ref={stage} className={styles.stage} aria-label={translate('asset.stage')} data-backdrop={backdrop}>
      <div className={styles.viewer}>
        <LazyAvatarViewer
          ref={viewer}
          source={asset?.modelUrl ?? null}
          label={translate('asset.stage.label', { name: asset?.name ?? '' })}
          words={words}
          fit={look.fit}
          shadows={look.shadows}
          float={look.float}
          snap={look.snap}
          lockVertical={look.lockVertical}
          environment={look.environment}
          emotion={look.emotion}
          clip={look.clip}
          headroom={64}
          onLoaded={setModel}
        />
      </div>
      {asset && (
        <div className={styles.source}>
          <span className={styles.glass}>
            <Icon>
              <CubeIcon />
            </Icon>
            <b>.{asset.modelUrl.split('.').at(-1)}</b>
            {formatBytes(asset.stats.bytes, language)}
          </span>
          <span className={`${styles.glass} ${styles.wide}`}>
            {translate('asset.stage.triangles', { n: asset.stats.triangles })}
          </span>
        </div>
      )}
      <div className={styles.tools}>
        <span className={styles.wide}>
          <Segmented
            label={translate('asset.stage')}
            size="sm"
            items={[
              { id: 'grey', label: translate('asset.stage.grey') },
              { id: 'clear', label: translate('asset.stage.clear') },
            ]}
            value={backdrop}
            onChange={setBackdrop}
          />
        </span>
        <IconButton
          className={styles.tool}
          size="sm"
          label={translate('asset.stage.forward')}
          icon={<ArrowCounterClockwiseIcon />}
          onPress={() => viewer.current?.faceForward()}
        />
        <IconButton
          className={styles.tool}
          size="sm"
          label={translate('asset.stage.full')}
          icon={<CornersOutIcon />}
          onPress={() => {
            if (document.fullscreenElement) document.exitFullscreen()
            else stage.current?.requestFullscreen()
          }}
        />
        <span className={styles.phoneOnly}>
          <Button size="sm" className={styles.tool} icon={<SlidersHorizontalIcon />} onPress={() => setLookOpen(true)}>
            {translate('look.title')}
          </Button>
        </span>
      </div>
      <aside className={styles.look} aria-label={translate('look.title')}>
        {panel}
      </aside>
      <Sheet
        isOpen={isLookOpen}
        onClose={() => setLookOpen(false)}
        title={translate('look.title')}
        closeLabel={translate('action.close')}
        size="bottom"
      >
        {panel}
      </Sheet>
    </section>
  )
}

function save(picture: Blob, { name }: Asset): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = `${name}.png`
  link.click()
  // Revoked once the download had its chance to begin.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
