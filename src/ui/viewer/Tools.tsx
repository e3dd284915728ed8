import { CameraIcon } from '@phosphor-icons/react/Camera'
import { CornersInIcon } from '@phosphor-icons/react/CornersIn'
import { CornersOutIcon } from '@phosphor-icons/react/CornersOut'
import { CubeFocusIcon } from '@phosphor-icons/react/CubeFocus'
import { useEffect, useState } from 'react'
import { isFullScreen } from './full-screen.ts'
import type { AvatarViewerHandle } from './props.ts'
import { hasQuickLook, quickLook } from './quick-look.ts'
import css from './Tools.module.css'
import type { ViewerWords } from './words.ts'

/** Props of `Tools`; `root` is what fills the screen. */
export interface ToolsProps {
  root: HTMLElement | null
  words: ViewerWords
  /** Nothing stands there of which a picture could be taken. */
  isInert: boolean
  handle: Pick<AvatarViewerHandle, 'saveCapture' | 'toggleFullScreen' | 'studio'>
  /** Whether there are buttons for a picture and for full screen, and one for the room around. */
  tools: boolean | undefined
  ar: boolean | undefined
}

/** The buttons in a viewer's corner: a picture to keep, full screen and the room around, where the browser knows them. */
export function Tools({ root, words, isInert, handle, tools, ar }: ToolsProps) {
  const [isFull, setFull] = useState(false)
  const [canFill, setFillable] = useState(false)
  const [hasRoom, setRoom] = useState(false)
  // Only a browser can tell: where a server renders the page there is none to ask.
  useEffect(() => {
    setFillable(document.fullscreenEnabled)
    setRoom(Boolean(ar) && hasQuickLook())
  })
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
      {ar && hasRoom && (
        <button
          type="button"
          aria-label={words.intoRoom}
          title={words.intoRoom}
          disabled={isInert}
          onClick={() => intoRoom(handle).catch(warn)}
        >
          <CubeFocusIcon size={18} />
        </button>
      )}
      {tools && (
        <button
          type="button"
          aria-label={words.takePicture}
          title={words.takePicture}
          disabled={isInert}
          onClick={() => handle.saveCapture().catch(warn)}
        >
          <CameraIcon size={18} />
        </button>
      )}
      {tools && canFill && (
        <button type="button" aria-label={full} title={full} onClick={() => handle.toggleFullScreen().catch(warn)}>
          {isFull ? <CornersInIcon size={18} /> : <CornersOutIcon size={18} />}
        </button>
      )}
    </div>
  )
}

const intoRoom = async ({ studio }: ToolsProps['handle']) => quickLook(await (await studio()).usdz())

const warn = (error: unknown) => console.warn(String(error))
