import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { yawToDegrees } from '../../../machines/viewer/turntable.ts'
import css from '../AvatarViewer.module.css'
import { turnByKey } from '../camera/turn-by-key.ts'
import type { PoseStore } from '../motion/pose.ts'
import { formatMessage, type ViewerWords } from '../viewer-words.ts'

/** Props of `ViewerCanvas`. `isSlider` is true if no dial is shown and the canvas itself handles the arrow keys. */
export interface ViewerCanvasProps {
  host: RefObject<HTMLDivElement | null>
  label: string
  isSlider: boolean
  isInert: boolean
  pose: PoseStore
  zoom: boolean
  words: ViewerWords
}

/** Container of the canvas, exposed as a labelled image or as a labelled slider. */
export function ViewerCanvas({ host, label, isSlider, isInert, pose, zoom, words }: ViewerCanvasProps) {
  useEffect(() => {
    const element = host.current
    if (!isSlider || !element) return
    // Written to the DOM without a React render, because the value changes with every pointer movement.
    const showDegrees = () => {
      const degrees = yawToDegrees(pose.now.yaw)
      element.setAttribute('aria-valuenow', `${degrees}`)
      element.setAttribute('aria-valuetext', formatMessage(words.degrees, { degrees }))
    }
    showDegrees()
    const unsubscribe = pose.subscribe(showDegrees)
    return () => {
      unsubscribe()
      element.removeAttribute('aria-valuetext')
    }
  }, [host, isSlider, pose, words.degrees])

  const sliderProps = {
    role: 'slider',
    tabIndex: 0,
    'aria-valuemin': -180,
    'aria-valuemax': 180,
    'aria-valuenow': 0,
    'aria-label': `${words.turn}: ${label}`,
    onKeyDown: (event: KeyboardEvent) => turnByKey(event, pose, zoom),
  }
  const imageProps = { role: 'img', 'aria-label': label }
  return (
    <div
      ref={host}
      className={css.canvas}
      data-inert={isInert || undefined}
      {...(isSlider ? sliderProps : imageProps)}
    />
  )
}
