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
import { isRenderEqual } from '../motion/is-render-equal.ts'
import { useStable } from '../use-stable.ts'
import { ViewerError } from '../viewer-error.ts'
import type { Painter, Stage } from './stage.ts'
import { manageStage, type StageManager } from './stage-manager.ts'

export interface StageOptions {
  painter: Painter
  isBusy: () => boolean
  onFailed: (error: ViewerError) => void
}

/** Access to a viewer's stage. `stage` is null while the viewer has no drawing slot. */
export interface StageView {
  stage: Stage | null
  requestDraw: () => void
  reveal: () => void
  onStateChange: () => void
  ready: () => Promise<Stage>
}

/** Manages a stage in `host`. The stage is open while the viewer has one of the page's drawing slots. */
export function useStage(host: RefObject<HTMLElement | null>, options: StageOptions): StageView {
  const { painter } = options
  const [stage, setStage] = useState<Stage | null>(null)
  const managerRef = useRef<StageManager>(null)
  const isBusy = useEffectEvent(options.isBusy)
  const onFailed = useEffectEvent(options.onFailed)

  useEffect(() => {
    if (!host.current) return
    const manager = manageStage(host.current, {
      painter,
      onStage: setStage,
      onFailed: (error) => onFailed(error),
      isBusy: () => isBusy(),
    })
    managerRef.current = manager
    return () => {
      managerRef.current = null
      manager.close()
    }
  }, [host, painter])

  const requestDraw = useCallback(() => managerRef.current?.requestDraw(), [])
  const reveal = useCallback(() => managerRef.current?.reveal(), [])
  const onStateChange = useCallback(() => managerRef.current?.onStateChange(), [])
  const ready = useCallback(
    () => managerRef.current?.ready() ?? Promise.reject(new ViewerError('webgl', 'The viewer is not rendered yet')),
    [],
  )
  return useMemo(
    () => ({ stage, requestDraw, reveal, onStateChange, ready }),
    [stage, requestDraw, reveal, onStateChange, ready],
  )
}

/** Renders a scene to the stage. A changed scene requests drawing, even if the viewer has lost its slot. */
export function useScene({ stage, requestDraw }: StageView, scene: ReactElement<object>): void {
  const sceneProps = useStable(scene.props, isRenderEqual)
  useLayoutEffect(() => stage?.render(scene), [stage, scene])
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed scene props require a new frame
  useEffect(() => requestDraw(), [sceneProps, requestDraw])
}
