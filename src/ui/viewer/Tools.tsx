import { CameraIcon } from '@phosphor-icons/react/Camera'
import { CornersInIcon } from '@phosphor-icons/react/CornersIn'
import { CornersOutIcon } from '@phosphor-icons/react/CornersOut'
import { CubeFocusIcon } from '@phosphor-icons/react/CubeFocus'
import { useEffect, useRef, useState } from 'react'
import { type Ar, type ArMode, arModes } from '../../machines/rules/room.ts'
import { isFullScreen } from './full-screen.ts'
import { hasRoom, type InRoom, type RoomPhase } from './in-room.ts'
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
  ar: Ar | undefined
}

/** The buttons in a viewer's corner: a picture to keep, full screen and the room around, where the browser knows them. */
export function Tools({ root, words, isInert, handle, tools, ar }: ToolsProps) {
  const [isFull, setFull] = useState(false)
  const [canFill, setFillable] = useState(false)
  const [mode, setMode] = useState<ArMode | null>(null)
  // Only a browser can tell: where a server renders the page there is none to ask.
  useEffect(() => {
    setFillable(document.fullscreenEnabled)
  })
  const asked = arModes(ar).join(' ')
  useEffect(() => {
    let isGone = false
    firstOf(asked.split(' ') as ArMode[]).then((found) => {
      if (!isGone) setMode(found)
    }, warn)
    return () => {
      isGone = true
    }
  }, [asked])
  useEffect(() => {
    const look = () => setFull(root !== null && isFullScreen(root))
    look()
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [root])
  const full = isFull ? words.leaveFullScreen : words.fullScreen
  return (
    <div className={css.tools}>
      {mode === 'webxr' && <Room words={words} isInert={isInert} handle={handle} />}
      {mode === 'quick-look' && (
        <button
          type="button"
          aria-label={words.intoRoom}
          title={words.intoRoom}
          disabled={isInert}
          onClick={() => toQuickLook(handle).catch(warn)}
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

/** The first of some ways into the room around that this device has; null where it has none. */
async function firstOf(modes: readonly ArMode[]): Promise<ArMode | null> {
  for (const mode of modes)
    if (mode === 'webxr' ? await hasRoom() : mode === 'quick-look' && hasQuickLook()) return mode
  return null
}

const toQuickLook = async ({ studio }: ToolsProps['handle']) => quickLook(await (await studio()).usdz())

/** The button into the room around, and what stands over that while a model is in it: what to do there, and the way out. */
function Room({ words, isInert, handle }: Pick<ToolsProps, 'words' | 'isInert' | 'handle'>) {
  const overlay = useRef<HTMLDivElement>(null)
  const inside = useRef<InRoom | null>(null)
  const [phase, setPhase] = useState<RoomPhase | 'entering' | 'refused' | null>(null)
  useEffect(
    () => () => {
      inside.current?.end().catch(warn)
    },
    [],
  )
  // A touch that leaves the room must not put the model down.
  useEffect(() => {
    const over = overlay.current
    const keep = (event: Event) => {
      if (event.target instanceof HTMLButtonElement) event.preventDefault()
    }
    // Nor turn it on its stage.
    const hold = (event: Event) => event.stopPropagation()
    over?.addEventListener('beforexrselect', keep)
    over?.addEventListener('pointerdown', hold)
    return () => {
      over?.removeEventListener('beforexrselect', keep)
      over?.removeEventListener('pointerdown', hold)
    }
  }, [])
  const enter = async () => {
    setPhase('entering')
    try {
      const studio = await handle.studio()
      inside.current = await studio.enterRoom({
        ...(overlay.current && { overlay: overlay.current }),
        onPhase: setPhase,
      })
      await inside.current.ended
      setPhase(null)
    } catch (error) {
      warn(error)
      setPhase('refused')
    }
    inside.current = null
  }
  const isInside = phase === 'seeking' || phase === 'found' || phase === 'placed'
  return (
    <>
      <button
        type="button"
        aria-label={words.intoRoom}
        title={words.intoRoom}
        disabled={isInert || phase === 'entering'}
        onClick={enter}
      >
        <CubeFocusIcon size={18} />
      </button>
      {phase === 'refused' && (
        <p className={css.refused} role="alert">
          {words.noRoom}
        </p>
      )}
      <div ref={overlay} className={css.room} hidden={!isInside}>
        <p role="status">{phase === 'seeking' ? words.findFloor : phase === 'found' ? words.putDown : ''}</p>
        <button type="button" onClick={() => inside.current?.end().catch(warn)}>
          {words.leaveRoom}
        </button>
      </div>
    </>
  )
}

const warn = (error: unknown) => console.warn(String(error))
