import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { ModelSource } from '../../machines/rules/model-source.ts'
import type { UploadSnapshot } from '../upload/upload-words.ts'
import type { Shown } from './asset-checks.ts'
import { PreviewGuard } from './PreviewGuard.tsx'
import { PreviewOffer } from './PreviewOffer.tsx'

/** From so many bytes on a model is drawn only when that is asked for: it would hold the page up while one types. */
const LARGE_BYTES = 20 * 1024 * 1024

/** What a viewer tells of the model it was given; `reason` is the viewer's. */
export interface Told {
  onLoaded: () => void
  onError: (error?: { reason: string }) => void
}

/** Draws the viewer with a model, and tells how that went. */
export type DrawModel = (source: ModelSource, told: Told) => ReactNode

/** The viewer with the model of an upload once it passed its checks, a large one once it is asked for, and whether it showed it. */
export function usePreview(model: UploadSnapshot, drawModel: DrawModel): { picture: ReactNode; shown: Shown } {
  const { file } = model.context
  const isChecked = file !== null && !model.matches('checking')
  const source = useMemo(() => (isChecked ? new Blob([file], { type: 'model/gltf-binary' }) : null), [file, isChecked])
  const models = useRef(0)
  const last = useRef(source)
  if (last.current !== source) models.current += 1
  last.current = source
  const [wanted, setWanted] = useState<Blob | null>(null)
  const [shown, setShown] = useState<{ source: Blob; how: Shown } | null>(null)
  if (!source) return { picture: null, shown: 'waiting' }
  if (source.size >= LARGE_BYTES && wanted !== source)
    return { picture: <PreviewOffer onWanted={() => setWanted(source)} />, shown: 'waiting' }
  const tell = (how: Shown) => () => setShown({ source, how })
  return {
    picture: (
      <PreviewGuard key={models.current} onError={tell('broken')}>
        {drawModel(source, {
          onLoaded: tell('shown'),
          // That says something about the browser, and nothing about the model.
          onError: (error) => tell(error?.reason === 'webgl' ? 'undrawable' : 'broken')(),
        })}
      </PreviewGuard>
    ),
    shown: shown?.source === source ? shown.how : 'waiting',
  }
}
