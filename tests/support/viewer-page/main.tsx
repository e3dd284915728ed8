import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import '../../../src/ui/tokens.css'
import { AvatarViewer, type AvatarViewerHandle, type AvatarViewerProps } from '../../../src/ui/viewer/index.ts'

/** Options with which a browser test mounts a viewer. `width` and `height` are in CSS pixels. */
export interface ViewerMount extends Omit<AvatarViewerProps, 'ref' | 'source'> {
  source: AvatarViewerProps['source'] | { base64: string }
  width?: number
  height?: number
  strict?: boolean
}

/** Functions of the page with viewers, for browser tests. */
export interface ViewerPage {
  /** Mounts a viewer with this name, or updates the viewer that is mounted with this name. */
  show: (name: string, mounting: ViewerMount) => void
  remove: (name: string) => void
  handle: (name: string) => AvatarViewerHandle | null
  /** Callbacks of the viewers in order: "name loaded", "name error unreadable", and so on. */
  reportedEvents: string[]
  installHeadset: () => Promise<void>
  headset?: import('./headset.ts').Headset
  /** Decodes a video with a decoder independent of the recorder. */
  decodeFilm: (film: Blob) => Promise<import('./decode-film.ts').DecodedFilm>
}

const mountedViewers = new Map<string, { root: Root; element: HTMLElement; handle: AvatarViewerHandle | null }>()
const reportedEvents: string[] = []

function show(name: string, { width = 480, height = 480, strict = false, source, ...props }: ViewerMount): void {
  let mounted = mountedViewers.get(name)
  if (!mounted) {
    const element = document.createElement('div')
    element.id = name
    document.getElementById('viewers')?.append(element)
    mounted = { root: createRoot(element), element, handle: null }
    mountedViewers.set(name, mounted)
  }
  const viewerEntry = mounted
  viewerEntry.element.style.cssText = `inline-size: ${width}px; block-size: ${height}px`
  const viewer = (
    <AvatarViewer
      {...props}
      source={toSource(source)}
      ref={(handle) => {
        viewerEntry.handle = handle
      }}
      onLoading={() => reportedEvents.push(`${name} loading`)}
      onLoaded={() => reportedEvents.push(`${name} loaded`)}
      onSpawnFinished={() => reportedEvents.push(`${name} finished`)}
      onHotspot={(id) => reportedEvents.push(`${name} hotspot ${id}`)}
      onError={({ reason }) => reportedEvents.push(`${name} error ${reason}`)}
      {...(props.capture && {
        capture: {
          ...props.capture,
          callBack: (picture) => reportedEvents.push(`${name} picture ${picture.slice(0, 22)}`),
        },
      })}
    />
  )
  flushSync(() => viewerEntry.root.render(strict ? <StrictMode>{viewer}</StrictMode> : viewer))
}

/** Returns the source for the viewer. Converts base64, in which tests pass bytes to the page, to a Blob. */
function toSource(source: ViewerMount['source']): AvatarViewerProps['source'] {
  if (!source || typeof source !== 'object' || !('base64' in source)) return source
  const bytes = Uint8Array.from(atob(source.base64), (char) => char.charCodeAt(0))
  return new Blob([bytes], { type: 'model/gltf-binary' })
}

declare global {
  interface Window {
    page: ViewerPage
  }
}

window.page = {
  show,
  remove: (name) => {
    const mounted = mountedViewers.get(name)
    if (!mounted) return
    flushSync(() => mounted.root.unmount())
    mounted.element.remove()
    mountedViewers.delete(name)
  },
  handle: (name) => mountedViewers.get(name)?.handle ?? null,
  reportedEvents,
  installHeadset: async () => {
    window.page.headset = (await import('./headset.ts')).installHeadset()
  },
  decodeFilm: async (film) => (await import('./decode-film.ts')).decodeFilm(film),
}
