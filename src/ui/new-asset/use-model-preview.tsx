import { CubeIcon } from '@phosphor-icons/react/Cube'
import { Component, type ReactNode, useMemo, useState } from 'react'
import type { ModelSource } from '../../machines/viewer/model-source.ts'
import { Button } from '../kit/Button.tsx'
import { formMessages } from '../messages/form.ts'
import type { UploadSnapshot } from '../upload/upload-messages.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetChecks.module.css'
import type { PreviewState } from './asset-checks.ts'

/** File size in bytes above which the preview is opt-in, because loading the model would block the page while the user types. */
const MAX_AUTO_PREVIEW_BYTES = 20 * 1024 * 1024

/** Callbacks for the viewer's outcome. `reason` is a reason of `ViewerError`. */
export interface PreviewCallbacks {
  onLoaded: () => void
  onError: (error?: { reason: string }) => void
}

export type RenderModel = (source: ModelSource, callbacks: PreviewCallbacks) => ReactNode

/** Preview of one model: the state that the viewer last reported, or `offered` while the preview is opt-in. */
interface PreviewAttempt {
  source: Blob | null
  how: PreviewState | 'offered'
  /** Number of the model in this form. Each model gets a new viewer. */
  nth: number
}

/** Returns the viewer for a model that passed its checks, and the preview's state. A large model's viewer is opt-in. */
export function useModelPreview(
  model: UploadSnapshot,
  renderModel: RenderModel,
): { picture: ReactNode; shown: PreviewState } {
  const { file } = model.context
  const isChecked = file !== null && !model.matches('checking')
  const source = useMemo(() => (isChecked ? new Blob([file], { type: 'model/gltf-binary' }) : null), [file, isChecked])
  const [lastAttempt, setLastAttempt] = useState<PreviewAttempt>({ source: null, how: 'waiting', nth: 0 })
  const attempt = lastAttempt.source === source ? lastAttempt : initialAttempt(source, lastAttempt.nth + 1)
  if (attempt !== lastAttempt) setLastAttempt(attempt)
  // Ignores late reports from the viewer of a previous model.
  const setState = (state: PreviewState) => () =>
    setLastAttempt((current) => (current.source === source ? { ...current, how: state } : current))
  if (!source) return { picture: null, shown: 'waiting' }
  if (attempt.how === 'offered')
    return { picture: <ShowPreviewButton onWanted={setState('waiting')} />, shown: 'waiting' }
  return {
    picture: (
      <PreviewErrorBoundary key={attempt.nth} onError={setState('broken')}>
        {renderModel(source, {
          onLoaded: setState('shown'),
          // Missing WebGL is a problem of the browser, not of the model.
          onError: (error) => setState(error?.reason === 'webgl' ? 'undrawable' : 'broken')(),
        })}
      </PreviewErrorBoundary>
    ),
    shown: attempt.how,
  }
}

const initialAttempt = (source: Blob | null, nth: number): PreviewAttempt => ({
  source,
  how: source && source.size >= MAX_AUTO_PREVIEW_BYTES ? 'offered' : 'waiting',
  nth,
})

/**
 * Button in place of a large model's preview. The preview is opt-in, because loading a large model blocks the page while the user
 * types.
 */
function ShowPreviewButton({ onWanted }: { onWanted: () => void }) {
  const translate = useTranslate(formMessages)
  return (
    <div className={styles.empty}>
      <p>{translate('new.previewLarge')}</p>
      <Button variant="line" size="sm" icon={<CubeIcon />} onClick={onWanted}>
        {translate('new.showModel')}
      </Button>
    </div>
  )
}

interface PreviewErrorBoundaryProps {
  onError: () => void
  children: ReactNode
}

/** Error boundary that keeps the form usable when the preview fails to render or load. */
class PreviewErrorBoundary extends Component<PreviewErrorBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch() {
    this.props.onError()
  }

  override render() {
    return this.state.isBroken ? null : this.props.children
  }
}
