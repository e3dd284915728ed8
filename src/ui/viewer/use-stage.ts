import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Painter, Stage } from './stage.ts'
import { keepStage, type StageKeeper } from './stage-keeper.ts'
import { ViewerError } from './viewer-error.ts'

/** What a stage is told. */
export interface StageOptions {
  painter: Painter
  /** Tells apart what is to be seen; a new one is drawn even by a viewer whose turn is over. */
  look: string
  /** The viewer's state; whenever it changes, others may have their turn. */
  state: string
  /** Whether it prepares a model or makes its entrance. */
  isBusy: () => boolean
  onFailed: (error: ViewerError) => void
}

/** A viewer's stage; null while it has none, before the first turn or between two. */
export interface StageView {
  stage: Stage | null
  want: () => void
  reveal: () => void
  ready: () => Promise<Stage>
}

/** Draws `children` in `host`, when something changed, while it is seen, and while the page lets it have its turn. */
export function useStage(
  host: RefObject<HTMLElement | null>,
  children: ReactNode,
  { painter, look, state, isBusy, onFailed }: StageOptions,
): StageView {
  const [stage, setStage] = useState<Stage | null>(null)
  const keeper = useRef<StageKeeper>(null)
  const latest = useRef({ isBusy, onFailed })
  latest.current = { isBusy, onFailed }

  useEffect(() => {
    if (!host.current) return
    const kept = keepStage(host.current, {
      painter,
      onStage: setStage,
      onFailed: (error) => latest.current.onFailed(error),
      isBusy: () => latest.current.isBusy(),
    })
    keeper.current = kept
    return () => {
      keeper.current = null
      kept.close()
    }
  }, [host, painter])
  useLayoutEffect(() => stage?.render(children), [stage, children])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is to be seen has changed
  useEffect(() => keeper.current?.want(), [look])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what others may take has changed
  useEffect(() => keeper.current?.settled(), [state])

  const want = useCallback(() => keeper.current?.want(), [])
  const reveal = useCallback(() => keeper.current?.reveal(), [])
  const ready = useCallback(
    () => keeper.current?.ready() ?? Promise.reject(new ViewerError('webgl', 'Nothing is drawn yet')),
    [],
  )
  return useMemo(() => ({ stage, want, reveal, ready }), [stage, want, reveal, ready])
}
