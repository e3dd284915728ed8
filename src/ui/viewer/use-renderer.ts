import { useEffect, useState } from 'react'
import type { WebGLRenderer } from 'three'
import type { StageView } from './use-stage.ts'
import type { ViewerError } from './viewer-error.ts'

/** Hands a renderer to whoever waits for it. */
export interface RendererDesk {
  /** Resolves with the renderer once there is one; rejects when there never will be. */
  wanted: () => Promise<WebGLRenderer>
  /** Aborted, with the reason, once there never will be one. */
  failing: AbortSignal
  failed: (reason: ViewerError) => void
}

/** A desk for the life of a viewer; its stage is wanted when somebody waits while there is none. */
export function useRenderer({ stage, want }: StageView): RendererDesk {
  const [desk] = useState(() => createDesk(want))
  useEffect(() => {
    if (stage) desk.found(stage.state().gl)
  }, [desk, stage])
  return desk
}

function createDesk(onWanted: () => void): RendererDesk & { found: (gl: WebGLRenderer) => void } {
  let now: WebGLRenderer | null = null
  const failing = new AbortController()
  let waiting: { resolve: (gl: WebGLRenderer) => void; reject: (error: ViewerError) => void }[] = []
  return {
    failing: failing.signal,
    wanted: () =>
      new Promise<WebGLRenderer>((resolve, reject) => {
        if (now) return resolve(now)
        if (failing.signal.aborted) return reject(failing.signal.reason)
        waiting.push({ resolve, reject })
        onWanted()
      }),
    found: (gl) => {
      now = gl
      for (const { resolve } of waiting) resolve(gl)
      waiting = []
    },
    failed: (reason) => {
      failing.abort(reason)
      for (const { reject } of waiting) reject(reason)
      waiting = []
    },
  }
}
