import { useState } from 'react'
import type { WebGLRenderer } from 'three'
import type { ViewerError } from './viewer-error.ts'

/** Hands a renderer to whoever waits for it. */
export interface RendererDesk {
  /** Resolves with the renderer once there is one; rejects when there never will be. */
  wanted: () => Promise<WebGLRenderer>
  /** Aborted, with the reason, once there never will be one. */
  failing: AbortSignal
  found: (gl: WebGLRenderer) => void
  failed: (reason: ViewerError) => void
}

/** A desk for the life of a viewer; `onWanted` is told when somebody waits while there is none. */
export function useRenderer(): RendererDesk & { onWanted: { current: () => void } } {
  const [desk] = useState(() => {
    let now: WebGLRenderer | null = null
    const failing = new AbortController()
    let waiting: { resolve: (gl: WebGLRenderer) => void; reject: (error: ViewerError) => void }[] = []
    const onWanted = { current: () => {} }
    return {
      onWanted,
      failing: failing.signal,
      wanted: () =>
        new Promise<WebGLRenderer>((resolve, reject) => {
          if (now) return resolve(now)
          if (failing.signal.aborted) return reject(failing.signal.reason)
          waiting.push({ resolve, reject })
          onWanted.current()
        }),
      found: (gl: WebGLRenderer) => {
        now = gl
        for (const { resolve } of waiting) resolve(gl)
        waiting = []
      },
      failed: (reason: ViewerError) => {
        failing.abort(reason)
        for (const { reject } of waiting) reject(reason)
        waiting = []
      },
    }
  })
  return desk
}
