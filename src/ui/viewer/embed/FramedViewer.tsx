import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Gaze } from '../../../machines/rules/gaze.ts'
import { AvatarViewer } from '../AvatarViewer.tsx'
import type { AvatarViewerHandle } from '../props.ts'
import type { CameraMove, CaptureOptions } from '../viewer-settings.ts'
import type { ViewerWords } from '../words.ts'
import { FRAME_VERSION, type FrameAsk, type FrameEvent, type FrameNews, type FrameReply } from './frame-protocol.ts'
import { checkOptions, type ViewerOptions } from './options.ts'

/** Props of {@link FramedViewer}. */
export interface FramedViewerProps {
  /** What the frame's address says. */
  first: Partial<ViewerOptions>
  words?: Partial<ViewerWords>
  /** Options a page may not set: they would let it run code of its own here. */
  barred: readonly (keyof ViewerOptions)[]
  /** Tells the page around the frame. */
  post: (message: FrameNews | FrameReply) => void
  /** Calls `hear` with each call of that page; answers what stops it. */
  listen: (hear: (ask: FrameAsk) => void) => () => void
}

/** The viewer in a frame, led by the page around it. */
export function FramedViewer({ first, words, barred, post, listen }: FramedViewerProps) {
  const [options, setOptions] = useState(first)
  const viewer = useRef<AvatarViewerHandle>(null)

  // Before the viewer's own effects, so that "ready" is the first thing told.
  useLayoutEffect(() => {
    const answer = async ({ call, with: told }: FrameAsk): Promise<unknown> => {
      const handle = viewer.current
      if (call === 'hello') return { version: FRAME_VERSION }
      if (call === 'set') {
        const { options: change, faults } = checkOptions(told)
        const asked = barred.find((name) => Object.hasOwn(change, name))
        if (asked) throw new Error(`${asked} cannot be set here`)
        if (faults.length > 0) throw new Error(faults.join('; '))
        setOptions((now) => ({ ...now, ...change }))
        return null
      }
      if (!handle) throw new Error('Nothing is drawn yet')
      if (call === 'capture') return handle.capture(told as CaptureOptions)
      if (call === 'info') return handle.info()
      if (call === 'turnTo') handle.turnTo(told as number)
      else if (call === 'zoomTo') handle.zoomTo(told as number)
      else if (call === 'lookAt') handle.lookAt(told as Gaze | null | undefined)
      else if (call === 'moveTo') handle.moveTo(told as CameraMove)
      else if (call === 'jumpTo') handle.jumpTo(told as CameraMove)
      else if (call === 'faceForward') handle.faceForward()
      else handle.retry()
      return null
    }
    const stop = listen((ask) => {
      const reply = { atelierViewer: FRAME_VERSION, reply: ask.id }
      answer(ask).then(
        (value) => post({ ...reply, value }),
        (error) => post({ ...reply, fault: error instanceof Error ? error.message : String(error) }),
      )
    })
    post({ atelierViewer: FRAME_VERSION, event: 'ready', detail: { version: FRAME_VERSION } })
    return stop
  }, [listen, post, barred])

  const tell = useMemo(() => {
    const news = (event: FrameEvent) => (detail?: unknown) => post({ atelierViewer: FRAME_VERSION, event, detail })
    return {
      onLoading: news('loading'),
      onProgress: news('progress'),
      onLoaded: news('loaded'),
      onSpawnFinished: news('spawn-finished'),
      onClipTime: news('clip-time'),
      onCamera: news('camera'),
      onHotspot: news('hotspot'),
      onError: ({ reason, message }: { reason: string; message: string }) => news('error')({ reason, message }),
    }
  }, [post])

  return <AvatarViewer source={null} {...options} {...tell} {...(words && { words })} ref={viewer} />
}
