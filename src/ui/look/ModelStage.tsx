import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/ArrowCounterClockwise'
import { CameraIcon } from '@phosphor-icons/react/Camera'
import { CornersOutIcon } from '@phosphor-icons/react/CornersOut'
import { SlidersHorizontalIcon } from '@phosphor-icons/react/SlidersHorizontal'
import { type CSSProperties, type ReactNode, type RefObject, useCallback, useRef, useState } from 'react'
import type { ModelSource } from '../../machines/rules/model-source.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Segmented } from '../kit/Segmented.tsx'
import { Sheet } from '../kit/Sheet.tsx'
import type { ViewerOptions } from '../viewer/embed/options.ts'
import type { ModelInfo } from '../viewer/model-info.ts'
import type { AvatarViewerHandle } from '../viewer/props.ts'
import { LazyAvatarViewer } from './LazyAvatarViewer.tsx'
import { LookPanel } from './LookPanel.tsx'
import { endingOf, type Look, optionsOf } from './look.ts'
import styles from './ModelStage.module.css'
import { savePicture } from './save-picture.ts'
import { useViewerWords } from './use-viewer-words.ts'

/** Props of {@link ModelStage}. */
export interface ModelStageProps {
  source: ModelSource | null
  /** What the picture shows, in words. */
  label: string
  /** The name that pictures are saved under, without an ending. */
  name: string
  look: Look
  onLook: (look: Look) => void
  onModel?: (model: ModelInfo | null) => void
  /** More that the viewer is told. */
  options?: Partial<ViewerOptions>
  /** At the upper left: what is shown. */
  chips?: ReactNode
  /** The address of a picture of the model, for browsers that cannot draw it. */
  picture?: string | undefined
  /** Where what speaks for the viewer is put, for who wants pictures of it. */
  viewer?: RefObject<AvatarViewerHandle | null> | undefined
  /** Another viewer that the first is compared with: beside it, or over it from `wipe` on, a share of the width. */
  beside?: { layout: 'side' | 'wipe'; wipe: number; view: ReactNode } | null
}

/** A model on its turntable, and how it is looked at. */
export function ModelStage(props: ModelStageProps) {
  const { source, label, name, look, onLook, onModel, options, chips, picture, beside } = props
  const { translate } = useAtelier()
  const words = useViewerWords()
  const own = useRef<AvatarViewerHandle>(null)
  const viewer = props.viewer ?? own
  const stage = useRef<HTMLElement>(null)
  const [backdrop, setBackdrop] = useState<'grey' | 'clear'>('grey')
  const [model, setModel] = useState<ModelInfo | null>(null)
  const [clipTime, setClipTime] = useState(0)
  const [isLookOpen, setLookOpen] = useState(false)
  const read = useCallback(() => viewer.current?.info() ?? null, [viewer])
  const tell = (next: ModelInfo | null) => {
    setModel(next)
    onModel?.(next)
  }
  const [hasFailed, setFailed] = useState(false)
  const [isUndrawn, setUndrawn] = useState(false)
  const capture = async () => {
    const { type, quality } = look.capture
    try {
      const picture = await viewer.current?.capture({ type, quality })
      if (picture) savePicture(picture, `${name}.${endingOf(type)}`)
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  const panel = (
    <LookPanel
      look={look}
      onLook={onLook}
      model={model}
      clipTime={clipTime}
      onCapture={capture}
      hasCaptureFailed={hasFailed}
      read={read}
    />
  )
  return (
    <>
      <section ref={stage} className={styles.stage} aria-label={translate('asset.stage')} data-backdrop={backdrop}>
        <div
          className={styles.viewer}
          data-beside={beside?.layout}
          style={beside ? ({ '--wipe': beside.wipe } as CSSProperties) : undefined}
        >
          <div className={styles.first}>
            <LazyAvatarViewer
              {...optionsOf(look)}
              {...options}
              ref={viewer}
              source={source}
              label={label}
              words={words}
              headroom={64}
              onLoading={() => tell(null)}
              onLoaded={tell}
              onError={({ reason }) => setUndrawn(reason === 'webgl')}
              {...(isUndrawn && picture && { poster: picture })}
              onClipTime={setClipTime}
            />
          </div>
          {beside?.view}
        </div>
        <div className={styles.source}>{chips}</div>
        <div className={styles.tools}>
          <span className={styles.wide}>
            <Segmented
              label={translate('asset.stage')}
              size="sm"
              items={[
                { id: 'grey', label: translate('asset.stage.grey') },
                { id: 'clear', label: translate('asset.stage.transparent') },
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
            onClick={() => viewer.current?.faceForward()}
          />
          {/* Not on an iPhone, which fills its screen with videos alone. */}
          {document.fullscreenEnabled && (
            <IconButton
              className={styles.tool}
              size="sm"
              label={translate('asset.stage.full')}
              icon={<CornersOutIcon />}
              onClick={() => {
                if (document.fullscreenElement) document.exitFullscreen()
                else stage.current?.requestFullscreen()
              }}
            />
          )}
        </div>
        <aside className={styles.look} aria-label={translate('look.title')}>
          {panel}
        </aside>
      </section>
      <div className={styles.phoneRow}>
        <Button wide icon={<SlidersHorizontalIcon />} onClick={() => setLookOpen(true)}>
          {translate('look.title')}
        </Button>
        <Button wide icon={<CameraIcon />} disabled={model === null} onClick={capture}>
          {translate('look.capture')}
        </Button>
      </div>
      <Sheet
        isOpen={isLookOpen}
        onClose={() => setLookOpen(false)}
        title={translate('look.title')}
        closeLabel={translate('action.close')}
        size="bottom"
      >
        {panel}
      </Sheet>
    </>
  )
}

/** A pane of the stage's corner. */
export function StageChip({ children, isWide = false }: { children: ReactNode; isWide?: boolean }) {
  return <span className={isWide ? `${styles.glass} ${styles.wide}` : styles.glass}>{children}</span>
}
