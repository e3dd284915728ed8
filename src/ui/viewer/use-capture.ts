import { useEffect, useEffectEvent } from 'react'
import type { AvatarViewerProps } from './props.ts'
import type { StageView } from './use-stage.ts'

/** Takes a picture each time `trigger` becomes true, and hands it over as a data URL. */
export function useCapture({ ready }: StageView, capture: AvatarViewerProps['capture']): void {
  const now = useEffectEvent(() => capture)
  const trigger = capture?.trigger ?? false

  useEffect(() => {
    if (!trigger) return
    let isGone = false
    import('./capture.ts')
      .then(async ({ takePicture, asDataUrl }) => asDataUrl(await takePicture(await ready(), now()?.settings)))
      .then(
        (picture) => !isGone && now()?.callBack(picture),
        (error) => !isGone && console.warn(String(error)),
      )
    return () => {
      isGone = true
    }
  }, [trigger, ready])
}
