import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Gaze } from '../../../machines/viewer/gaze.ts'
import { AvatarViewer } from '../AvatarViewer.tsx'
import type { AvatarViewerHandle } from '../props.ts'
import type { CameraMove, CaptureOptions } from '../viewer-settings.ts'
import type { ViewerWords } from '../viewer-words.ts'
import {
  FRAME_VERSION,
  type FrameEvent,
  type FrameNotification,
  type FrameReply,
  type FrameRequest,
} from './frame-protocol.ts'
import { checkOptions, type ViewerOptions } from './options.ts'

export interface FramedViewerProps {
  initialOptions: Partial<ViewerOptions>
  words?: Partial<ViewerWords>
  /** Options that the parent page is not allowed to set, because they could run the parent page's code in this frame. */
  blockedOptions: readonly (keyof ViewerOptions)[]
  post: (message: FrameNotification | FrameReply) => void
  /** Passes each call of the parent page to `onRequest`. Returns a function that stops listening. */
  listen: (onRequest: (request: FrameRequest) => void) => () => void
}

/** Viewer inside an iframe, controlled by the parent page. */
export function FramedViewer({ initialOptions, words, blockedOptions, post, listen }: FramedViewerProps) {
  const [options, setOptions] = useState(initialOptions)
  const viewer = useRef<AvatarViewerHandle>(null)

  // A layout effect runs before the viewer's own effects, so that `ready` is the first message.
  useLayoutEffect(() => {
    const handleRequest = async ({ call, with: argument }: FrameRequest): Promise<unknown> => {
      const handle = viewer.current
      if (call === 'hello') return { version: FRAME_VERSION }
      if (call === 'set') {
        const { options: changes, errors } = checkOptions(argument)
        const blockedOption = blockedOptions.find((name) => Object.hasOwn(changes, name))
        if (blockedOption) throw new Error(`${blockedOption} cannot be set here`)
        if (errors.length > 0) throw new Error(errors.join('; '))
        setOptions((current) => ({ ...current, ...changes }))
        return null
      }
      if (!handle) throw new Error('The viewer is not rendered yet')
      if (call === 'capture') return handle.capture(argument as CaptureOptions)
      if (call === 'info') return handle.info()
      if (call === 'turnTo') handle.turnTo(argument as number)
      else if (call === 'zoomTo') handle.zoomTo(argument as number)
      else if (call === 'lookAt') handle.lookAt(argument as Gaze | null | undefined)
      else if (call === 'moveTo') handle.moveTo(argument as CameraMove)
      else if (call === 'jumpTo') handle.jumpTo(argument as CameraMove)
      else if (call === 'faceForward') handle.faceForward()
      else handle.retry()
      return null
    }
    const stop = listen((request) => {
      const reply = { atelierViewer: FRAME_VERSION, reply: request.id }
      handleRequest(request).then(
        (value) => post({ ...reply, value }),
        (error) => post({ ...reply, fault: error instanceof Error ? error.message : String(error) }),
      )
    })
    post({ atelierViewer: FRAME_VERSION, event: 'ready', detail: { version: FRAME_VERSION } })
    return stop
  }, [listen, post, blockedOptions])

  const callbacks = useMemo(() => {
    const eventPoster = (event: FrameEvent) => (detail?: unknown) =>
      post({ atelierViewer: FRAME_VERSION, event, detail })
    return {
      onLoading: eventPoster('loading'),
      onProgress: eventPoster('progress'),
      onLoaded: eventPoster('loaded'),
      onSpawnFinished: eventPoster('spawn-finished'),
      onClipTime: eventPoster('clip-time'),
      onCamera: eventPoster('camera'),
      onHotspot: eventPoster('hotspot'),
      onError: ({ reason, message }: { reason: string; message: string }) => eventPoster('error')({ reason, message }),
    }
  }, [post])

  return <AvatarViewer source={null} {...options} {...callbacks} {...(words && { words })} ref={viewer} />
}
