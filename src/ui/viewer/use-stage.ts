import {
  type ReactElement,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isAlike } from './alike.ts'
import type { Painter, Stage } from './stage.ts'
import { keepStage, type StageKeeper } from './stage-keeper.ts'
import { useSame } from './use-same.ts'
import { ViewerError } from './viewer-error.ts'

/** What a stage is told. */
export interface StageOptions {
  painter: Painter
  /** Whether it makes a model ready, reveals it, or makes its entrance. */
  isBusy: () => boolean
  onFailed: (error: ViewerError) => void
}

/** A viewer's stage; null while it has none, before the first turn or between two. */
export interface StageView {
  stage: Stage | null
  want: () => void
  reveal: () => void
  settled: () => void
  ready: () => Promise<Stage>
}

/** Keeps a stage in `host`, while it is seen, and while the page lets it have its turn. */
export function useStage(host: RefObject<HTMLElement | null>, options: StageOptions): StageView {
  const { painter } = options
  const [stage, setStage] = useState<Stage | null>(null)
  const keeper = useRef<StageKeeper>(null)
  const isBusy = useEffectEvent(options.isBusy)
  const onFailed = useEffectEvent(options.onFailed)

  useEffect(() => {
    if (!host.current) return
    const kept = keepStage(host.current, {
      painter,
      onStage: setStage,
      onFailed: (error) => onFailed(error),
      isBusy: () => isBusy(),
    })
    keeper.current = kept
    return () => {
      keeper.current = null
      kept.close()
    }
  }, [host, painter])

  const want = useCallback(() => keeper.current?.want(), [])
  const reveal = useCallback(() => keeper.current?.reveal(), [])
  const settled = useCallback(() => keeper.current?.settled(), [])
  const ready = useCallback(
    () => keeper.current?.ready() ?? Promise.reject(new ViewerError('webgl', 'Nothing is drawn yet')),
    [],
  )
  return useMemo(() => ({ stage, want, reveal, settled, ready }), [stage, want, reveal, settled, ready])
}

/** Draws a scene on a viewer's stage; one that looks different is drawn even by a viewer whose turn is over. */
export function useScene({ stage, want }: StageView, scene: ReactElement<object>): void {
  const look = useSame(scene.props, isAlike)
  useLayoutEffect(() => stage?.render(scene), [stage, scene])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is to be seen has changed
  useEffect(() => want(), [look, want])
}
