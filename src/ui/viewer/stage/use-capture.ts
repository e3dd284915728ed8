import { useEffect, useEffectEvent } from 'react'
import type { AvatarViewerProps } from '../props.ts'
import type { StageView } from './use-stage.ts'

export function useCapture({ ready }: StageView, capture: AvatarViewerProps['capture']): void {
  const latestCapture = useEffectEvent(() => capture)
  const trigger = capture?.trigger ?? false

  useEffect(() => {
    if (!trigger) return
    let isCancelled = false
    import('./capture.ts')
      .then(async ({ takePicture, toDataUrl }) =>
        toDataUrl(await takePicture(await ready(), latestCapture()?.settings)),
      )
      .then(
        (picture) => !isCancelled && latestCapture()?.callBack(picture),
        (error) => !isCancelled && console.warn(String(error)),
      )
    return () => {
      isCancelled = true
    }
  }, [trigger, ready])
}
