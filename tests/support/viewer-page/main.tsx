import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import '../../../src/ui/tokens.css'
import { AvatarViewer, type AvatarViewerHandle, type AvatarViewerProps } from '../../../src/ui/viewer/index.ts'

/** How a viewer is mounted by a journey; `width` and `height` in CSS pixels. */
export interface Mounting extends Omit<AvatarViewerProps, 'ref' | 'source'> {
  source: AvatarViewerProps['source'] | { base64: string }
  width?: number
  height?: number
  strict?: boolean
}

/** What a journey can do on the page with viewers. */
export interface ViewerPage {
  /** Shows a viewer of this name, or tells one that is there something else. */
  show: (name: string, mounting: Mounting) => void
  remove: (name: string) => void
  handle: (name: string) => AvatarViewerHandle | null
  /** What the viewers told, in order: "name loaded", "name error unreadable" … */
  told: string[]
  /** Takes a film apart again, by a decoder that has nothing to do with how it was made. */
  /** Puts a headset on that shows the room behind the page. */
  wearHeadset: () => Promise<void>
  headset?: import('./device.ts').Headset
  developed: (film: Blob) => Promise<import('./developed.ts').Developed>
}

const roots = new Map<string, { root: Root; element: HTMLElement; handle: AvatarViewerHandle | null }>()
const told: string[] = []

function show(name: string, { width = 480, height = 480, strict = false, source, ...props }: Mounting): void {
  let mounted = roots.get(name)
  if (!mounted) {
    const element = document.createElement('div')
    element.id = name
    document.getElementById('viewers')?.append(element)
    mounted = { root: createRoot(element), element, handle: null }
    roots.set(name, mounted)
  }
  const kept = mounted
  kept.element.style.cssText = `inline-size: ${width}px; block-size: ${height}px`
  const viewer = (
    <AvatarViewer
      {...props}
      source={sourceOf(source)}
      ref={(handle) => {
        kept.handle = handle
      }}
      onLoading={() => told.push(`${name} loading`)}
      onLoaded={() => told.push(`${name} loaded`)}
      onSpawnFinished={() => told.push(`${name} finished`)}
      onHotspot={(id) => told.push(`${name} hotspot ${id}`)}
      onError={({ reason }) => told.push(`${name} error ${reason}`)}
      {...(props.capture && {
        capture: { ...props.capture, callBack: (picture) => told.push(`${name} picture ${picture.slice(0, 22)}`) },
      })}
    />
  )
  flushSync(() => kept.root.render(strict ? <StrictMode>{viewer}</StrictMode> : viewer))
}

/** Bytes travel to the page as text, and are a file in memory there. */
function sourceOf(source: Mounting['source']): AvatarViewerProps['source'] {
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
    const mounted = roots.get(name)
    if (!mounted) return
    flushSync(() => mounted.root.unmount())
    mounted.element.remove()
    roots.delete(name)
  },
  handle: (name) => roots.get(name)?.handle ?? null,
  told,
  wearHeadset: async () => {
    window.page.headset = (await import('./device.ts')).wearHeadset()
  },
  developed: async (film) => (await import('./developed.ts')).developed(film),
}
