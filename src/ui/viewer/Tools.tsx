import { CameraIcon } from '@phosphor-icons/react/Camera'
import { CornersInIcon } from '@phosphor-icons/react/CornersIn'
import { CornersOutIcon } from '@phosphor-icons/react/CornersOut'
import { useEffect, useState } from 'react'
import { isFullScreen } from './full-screen.ts'
import css from './Tools.module.css'
import type { ViewerWords } from './words.ts'

/** Props of `Tools`; `root` is what fills the screen. */
export interface ToolsProps {
  root: HTMLElement | null
  words: ViewerWords
  /** Nothing stands there of which a picture could be taken. */
  isInert: boolean
  onFullScreen: () => void
  onPicture: () => void
}

/** The buttons in a viewer's corner: full screen, where the browser knows it, and a picture to keep. */
export function Tools({ root, words, isInert, onFullScreen, onPicture }: ToolsProps) {
  const [isFull, setFull] = useState(false)
  const [canFill, setFillable] = useState(false)
  // Only a browser can tell: where a server renders the page there is none to ask.
  useEffect(() => setFillable(document.fullscreenEnabled))
  useEffect(() => {
    const look = () => setFull(root !== null && isFullScreen(root))
    look()
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [root])
  const full = isFull ? words.leaveFullScreen : words.fullScreen
  return (
    // A press on a button must not begin a drag.
    <div className={css.tools} onPointerDown={(event) => event.stopPropagation()}>
      <button
        type="button"
        aria-label={words.takePicture}
        title={words.takePicture}
        disabled={isInert}
        onClick={onPicture}
      >
        <CameraIcon size={18} />
      </button>
      {canFill && (
        <button type="button" aria-label={full} title={full} onClick={onFullScreen}>
          {isFull ? <CornersInIcon size={18} /> : <CornersOutIcon size={18} />}
        </button>
      )}
    </div>
  )
}
