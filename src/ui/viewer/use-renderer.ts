import { useState } from 'react'
import type { WebGLRenderer } from 'three'
import type { ViewerError } from './viewer-error.ts'

/** Hands a renderer to whoever waits for it. */
export interface RendererDesk {
  /** Resolves with the renderer once there is one; rejects when there never will be. */
  wanted: () => Promise<WebGLRenderer>
  found: (gl: WebGLRenderer) => void
  failed: (reason: ViewerError) => void
}

/** A desk for the life of a viewer; `onWanted` is told when somebody waits while there is none. */
export function useRenderer(): RendererDesk & { onWanted: { current: () => void } } {
  const [desk] = useState(() => {
    let now: WebGLRenderer | null = null
    let error: ViewerError | null = null
    let waiting: { resolve: (gl: WebGLRenderer) => void; reject: (error: ViewerError) => void }[] = []
    const onWanted = { current: () => {} }
    return {
      onWanted,
      wanted: () =>
        new Promise<WebGLRenderer>((resolve, reject) => {
          if (now) return resolve(now)
          if (error) return reject(error)
          waiting.push({ resolve, reject })
          onWanted.current()
        }),
      found: (gl: WebGLRenderer) => {
        now = gl
        for (const { resolve } of waiting) resolve(gl)
        waiting = []
      },
      failed: (reason: ViewerError) => {
        error = reason
        for (const { reject } of waiting) reject(reason)
        waiting = []
      },
    }
  })
  return desk
}
