import { type ReactNode, useMemo, useState } from 'react'
import type { ModelSource } from '../../machines/rules/model-source.ts'
import type { UploadSnapshot } from '../upload/upload-messages.ts'
import type { PreviewState } from './asset-checks.ts'
import { PreviewErrorBoundary } from './PreviewErrorBoundary.tsx'
import { ShowPreviewButton } from './ShowPreviewButton.tsx'

/** File size in bytes from which a preview is opt-in, because loading the model would block the page while the user types. */
const MAX_AUTO_PREVIEW_BYTES = 20 * 1024 * 1024

/** Callbacks of a viewer about its model. `reason` is a reason of `ViewerError`. */
export interface PreviewCallbacks {
  onLoaded: () => void
  onError: (error?: { reason: string }) => void
}

/** Renders the viewer with a model and reports the outcome. */
export type RenderModel = (source: ModelSource, callbacks: PreviewCallbacks) => ReactNode

/** Preview state of a model: the viewer's last report, or an offer to load it. */
interface PreviewAttempt {
  source: Blob | null
  how: PreviewState | 'offered'
  /** Counter of the form's models; each has its own viewer. */
  nth: number
}

/** Returns the viewer for a model that passed its checks (opt-in for large ones), and whether it showed the model. */
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
