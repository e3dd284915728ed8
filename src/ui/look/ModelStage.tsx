import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/ArrowCounterClockwise'
import { CameraIcon } from '@phosphor-icons/react/Camera'
import { CornersOutIcon } from '@phosphor-icons/react/CornersOut'
import { SlidersHorizontalIcon } from '@phosphor-icons/react/SlidersHorizontal'
import { type CSSProperties, type ReactNode, type RefObject, useCallback, useRef, useState } from 'react'
import type { ModelSource } from '../../machines/viewer/model-source.ts'
import { Button } from '../kit/Button.tsx'
import { SegmentedControl } from '../kit/fields/SegmentedControl.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Sheet } from '../kit/overlays/Sheet.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import type { ViewerOptions } from '../viewer/embed/options.ts'
import type { ModelInfo } from '../viewer/load/model-info.ts'
import type { AvatarViewerHandle } from '../viewer/props.ts'
import { DisplayOptionsPanel } from './DisplayOptionsPanel.tsx'
import { type DisplayOptions, fileExtensionOf, toViewerOptions } from './display-options.ts'
import { LazyAvatarViewer } from './LazyAvatarViewer.tsx'
import styles from './ModelStage.module.css'
import { useViewerMessages } from './use-viewer-messages.ts'

/** Time in milliseconds after which the object URL is revoked. The download must have started by then. */
const REVOKE_DELAY_MS = 10_000

export interface ModelStageProps {
  source: ModelSource | null
  /** Text alternative of the picture. */
  label: string
  /** File name of saved pictures, without extension. */
  name: string
  look: DisplayOptions
  onLook: (look: DisplayOptions) => void
  onModel?: (model: ModelInfo | null) => void
  options?: Partial<ViewerOptions>
  /** Facts about the model, in the upper left corner. */
  chips?: ReactNode
  /** URL of a picture of the model, for browsers without WebGL. */
  picture?: string | undefined
  /** Ref that receives the viewer's handle. */
  viewer?: RefObject<AvatarViewerHandle | null> | undefined
  /**
   * Second viewer: next to the first viewer (`side`), or over the first viewer to the right of `wipe`, a fraction of the width.
   */
  comparison?: { layout: 'side' | 'wipe'; wipe: number; view: ReactNode } | null
}

/** Viewer of a model with its tools and display options. */
export function ModelStage(props: ModelStageProps) {
  const { source, label, name, look, onLook, onModel, options, chips, picture, comparison } = props
  const translate = useTranslate(lookMessages)
  const messages = useViewerMessages()
  const ownViewer = useRef<AvatarViewerHandle>(null)
  const viewer = props.viewer ?? ownViewer
  const stage = useRef<HTMLElement>(null)
  const [backdrop, setBackdrop] = useState<'grey' | 'clear'>('grey')
  const [model, setModel] = useState<ModelInfo | null>(null)
  const [clipTime, setClipTime] = useState(0)
  const [isLookOpen, setLookOpen] = useState(false)
  const read = useCallback(() => viewer.current?.info() ?? null, [viewer])
  const updateModel = (next: ModelInfo | null) => {
    setModel(next)
    onModel?.(next)
  }
  const [hasCaptureFailed, setCaptureFailed] = useState(false)
  const [isWebglMissing, setWebglMissing] = useState(false)
  const capture = async () => {
    const { type, quality } = look.capture
    try {
      const image = await viewer.current?.capture({ type, quality })
      if (image) downloadPicture(image, `${name}.${fileExtensionOf(type)}`)
      setCaptureFailed(false)
    } catch {
      setCaptureFailed(true)
    }
  }
  const panel = (
    <DisplayOptionsPanel
      look={look}
      onLook={onLook}
      model={model}
      clipTime={clipTime}
      onCapture={capture}
      hasCaptureFailed={hasCaptureFailed}
      read={read}
    />
  )
  return (
    <>
      <section ref={stage} className={styles.stage} aria-label={translate('asset.stage')} data-backdrop={backdrop}>
        <div
          className={styles.viewer}
          data-beside={comparison?.layout}
          style={comparison ? ({ '--wipe': comparison.wipe } as CSSProperties) : undefined}
        >
          <div className={styles.first}>
            <LazyAvatarViewer
              {...toViewerOptions(look)}
              {...options}
              ref={viewer}
              source={source}
              label={label}
              words={messages}
              headroom={64}
              onLoading={() => updateModel(null)}
              onLoaded={updateModel}
              onError={({ reason }) => setWebglMissing(reason === 'webgl')}
              {...(isWebglMissing && picture && { poster: picture })}
              onClipTime={setClipTime}
            />
          </div>
          {comparison?.view}
        </div>
        <div className={styles.source}>{chips}</div>
        <div className={styles.tools}>
          <span className={styles.wide}>
            <SegmentedControl
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
          {/* iPhones support full screen only for videos. */}
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

export function StageChip({ children, isWide = false }: { children: ReactNode; isWide?: boolean }) {
  return <span className={isWide ? `${styles.glass} ${styles.wide}` : styles.glass}>{children}</span>
}

function downloadPicture(picture: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS)
}
