import { type ReactNode, useMemo, useState } from 'react'
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

/** What is seen of a model: what its viewer told last, or that it waits to be asked for. */
interface Seen {
  source: Blob | null
  how: Shown | 'offered'
  /** Which model of this form it is: each has a viewer of its own. */
  nth: number
}

/** The viewer with the model of an upload once it passed its checks, a large one once it is asked for, and whether it showed it. */
export function usePreview(model: UploadSnapshot, drawModel: DrawModel): { picture: ReactNode; shown: Shown } {
  const { file } = model.context
  const isChecked = file !== null && !model.matches('checking')
  const source = useMemo(() => (isChecked ? new Blob([file], { type: 'model/gltf-binary' }) : null), [file, isChecked])
  const [last, setLast] = useState<Seen>({ source: null, how: 'waiting', nth: 0 })
  const seen = last.source === source ? last : firstSeen(source, last.nth + 1)
  if (seen !== last) setLast(seen)
  // What the viewer of a former model tells late is about that one.
  const tell = (how: Shown) => () => setLast((now) => (now.source === source ? { ...now, how } : now))
  if (!source) return { picture: null, shown: 'waiting' }
  if (seen.how === 'offered') return { picture: <PreviewOffer onWanted={tell('waiting')} />, shown: 'waiting' }
  return {
    picture: (
      <PreviewGuard key={seen.nth} onError={tell('broken')}>
        {drawModel(source, {
          onLoaded: tell('shown'),
          // That says something about the browser, and nothing about the model.
          onError: (error) => tell(error?.reason === 'webgl' ? 'undrawable' : 'broken')(),
        })}
      </PreviewGuard>
    ),
    shown: seen.how,
  }
}

const firstSeen = (source: Blob | null, nth: number): Seen => ({
  source,
  how: source && source.size >= LARGE_BYTES ? 'offered' : 'waiting',
  nth,
})
