import { CameraIcon } from '@phosphor-icons/react/Camera'
import { CornersInIcon } from '@phosphor-icons/react/CornersIn'
import { CornersOutIcon } from '@phosphor-icons/react/CornersOut'
import { CubeFocusIcon } from '@phosphor-icons/react/CubeFocus'
import { useEffect, useRef, useState } from 'react'
import { type ArMode, type ArOption, resolveArModes } from '../../machines/viewer/ar-placement.ts'
import { type ArPhase, type ArSession, isArSupported } from './camera/ar-support.ts'
import { hasQuickLook, openQuickLook } from './camera/quick-look.ts'
import type { AvatarViewerHandle } from './props.ts'
import { isFullScreen } from './stage/full-screen.ts'
import css from './Tools.module.css'
import type { ViewerWords } from './viewer-words.ts'

/** Props of `Tools`. `root` is the element shown in full screen. */
export interface ToolsProps {
  root: HTMLElement | null
  words: ViewerWords
  /** True while there is no model to capture. */
  isInert: boolean
  handle: Pick<AvatarViewerHandle, 'saveCapture' | 'toggleFullScreen' | 'studio'>
  /** `tools` shows the buttons for capture and full screen; `ar` shows the AR button. */
  tools: boolean | undefined
  ar: ArOption | undefined
}

/**
 * Buttons in the viewer's corner: capture, full screen and AR. Full screen and AR are shown only where the browser supports them.
 */
export function Tools({ root, words, isInert, handle, tools, ar }: ToolsProps) {
  const [isFullScreenActive, setFullScreenActive] = useState(false)
  const [canFullScreen, setCanFill] = useState(false)
  const [mode, setMode] = useState<ArMode | null>(null)
  // Detected in an effect, because the server cannot know what the browser supports.
  useEffect(() => {
    setCanFill(document.fullscreenEnabled)
  })
  const modeNames = resolveArModes(ar).join(' ')
  useEffect(() => {
    let isCancelled = false
    firstSupportedMode(modeNames.split(' ') as ArMode[]).then((supportedMode) => {
      if (!isCancelled) setMode(supportedMode)
    }, warn)
    return () => {
      isCancelled = true
    }
  }, [modeNames])
  useEffect(() => {
    const updateFullScreen = () => setFullScreenActive(root !== null && isFullScreen(root))
    updateFullScreen()
    document.addEventListener('fullscreenchange', updateFullScreen)
    return () => document.removeEventListener('fullscreenchange', updateFullScreen)
  }, [root])
  const fullScreenLabel = isFullScreenActive ? words.leaveFullScreen : words.fullScreen
  return (
    <div className={css.tools}>
      {mode === 'webxr' && <ArButton words={words} isInert={isInert} handle={handle} />}
      {mode === 'quick-look' && (
        <button
          type="button"
          aria-label={words.intoRoom}
          title={words.intoRoom}
          disabled={isInert}
          onClick={() => exportToQuickLook(handle).catch(warn)}
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
      {tools && canFullScreen && (
        <button
          type="button"
          aria-label={fullScreenLabel}
          title={fullScreenLabel}
          onClick={() => handle.toggleFullScreen().catch(warn)}
        >
          {isFullScreenActive ? <CornersInIcon size={18} /> : <CornersOutIcon size={18} />}
        </button>
      )}
    </div>
  )
}

async function firstSupportedMode(modes: readonly ArMode[]): Promise<ArMode | null> {
  for (const mode of modes)
    if (mode === 'webxr' ? await isArSupported() : mode === 'quick-look' && hasQuickLook()) return mode
  return null
}

const exportToQuickLook = async ({ studio }: ToolsProps['handle']) => openQuickLook(await (await studio()).usdz())

/** AR button, and the overlay shown during an AR session with instructions and an exit button. */
function ArButton({ words, isInert, handle }: Pick<ToolsProps, 'words' | 'isInert' | 'handle'>) {
  const overlay = useRef<HTMLDivElement>(null)
  const session = useRef<ArSession | null>(null)
  const [phase, setPhase] = useState<ArPhase | 'entering' | 'refused' | null>(null)
  useEffect(
    () => () => {
      session.current?.end().catch(warn)
    },
    [],
  )
  // A tap on the exit button must not place the model.
  useEffect(() => {
    const overlayElement = overlay.current
    const preventSelect = (event: Event) => {
      if (event.target instanceof HTMLButtonElement) event.preventDefault()
    }
    // A tap on the overlay must not rotate the model on the page.
    const stopPropagation = (event: Event) => event.stopPropagation()
    overlayElement?.addEventListener('beforexrselect', preventSelect)
    overlayElement?.addEventListener('pointerdown', stopPropagation)
    return () => {
      overlayElement?.removeEventListener('beforexrselect', preventSelect)
      overlayElement?.removeEventListener('pointerdown', stopPropagation)
    }
  }, [])
  const enter = async () => {
    setPhase('entering')
    try {
      const studio = await handle.studio()
      session.current = await studio.enterRoom({
        ...(overlay.current && { overlay: overlay.current }),
        onPhase: setPhase,
      })
      await session.current.ended
      setPhase(null)
    } catch (error) {
      warn(error)
      setPhase('refused')
    }
    session.current = null
  }
  const isInSession = phase === 'seeking' || phase === 'found' || phase === 'placed'
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
      <div ref={overlay} className={css.overlay} hidden={!isInSession}>
        <p role="status">{phase === 'seeking' ? words.findFloor : phase === 'found' ? words.putDown : ''}</p>
        <button type="button" onClick={() => session.current?.end().catch(warn)}>
          {words.leaveRoom}
        </button>
      </div>
    </>
  )
}

const warn = (error: unknown) => console.warn(String(error))
