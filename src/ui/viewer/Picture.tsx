import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { degreesOf } from '../../machines/rules/turntable.ts'
import css from './AvatarViewer.module.css'
import type { PoseStore } from './pose.ts'
import { turnByKey } from './turn-by-key.ts'
import { say, type ViewerWords } from './words.ts'

/** Props of `Picture`; `isSlider` when it is turned by its own keys, for want of a dial. */
export interface PictureProps {
  host: RefObject<HTMLDivElement | null>
  label: string
  isSlider: boolean
  isInert: boolean
  pose: PoseStore
  zoom: boolean
  words: ViewerWords
}

/** Where the canvas lies: a picture with a name, or a slider with one. */
export function Picture({ host, label, isSlider, isInert, pose, zoom, words }: PictureProps) {
  useEffect(() => {
    const element = host.current
    if (!isSlider || !element) return
    // Straight into the page: it changes with every pointer movement.
    const show = () => {
      const degrees = degreesOf(pose.now.yaw)
      element.setAttribute('aria-valuenow', `${degrees}`)
      element.setAttribute('aria-valuetext', say(words.degrees, { degrees }))
    }
    show()
    const stop = pose.subscribe(show)
    return () => {
      stop()
      element.removeAttribute('aria-valuetext')
    }
  }, [host, isSlider, pose, words.degrees])

  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-valuemin': -180,
    'aria-valuemax': 180,
    'aria-valuenow': 0,
    'aria-label': `${words.turn}: ${label}`,
    onKeyDown: (event: KeyboardEvent) => turnByKey(event, pose, zoom),
  }
  const picture = { role: 'img', 'aria-label': label }
  return <div ref={host} className={css.canvas} data-inert={isInert || undefined} {...(isSlider ? slider : picture)} />
}
