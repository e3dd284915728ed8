import { useEffect, useState } from 'react'
import type { WebGLRenderer } from 'three'
import type { ViewerError } from '../viewer-error.ts'
import type { StageView } from './use-stage.ts'

export interface RendererProvider {
  /** Resolves with the renderer once it exists; rejects if it cannot be created. */
  waitForRenderer: () => Promise<WebGLRenderer>
  /** Aborted, with the reason, if no renderer can be created. */
  failureSignal: AbortSignal
  reportFailure: (reason: ViewerError) => void
}

/** Creates the provider of a viewer's renderer. The provider requests a stage when a caller waits and no stage is open. */
export function useRenderer({ stage, requestDraw }: StageView): RendererProvider {
  const [provider] = useState(() => createProvider(requestDraw))
  useEffect(() => {
    if (stage) provider.setRenderer(stage.state().gl)
  }, [provider, stage])
  return provider
}

function createProvider(requestStage: () => void): RendererProvider & { setRenderer: (gl: WebGLRenderer) => void } {
  let renderer: WebGLRenderer | null = null
  const failing = new AbortController()
  let waiters: { resolve: (gl: WebGLRenderer) => void; reject: (error: ViewerError) => void }[] = []
  return {
    failureSignal: failing.signal,
    waitForRenderer: () =>
      new Promise<WebGLRenderer>((resolve, reject) => {
        if (renderer) return resolve(renderer)
        if (failing.signal.aborted) return reject(failing.signal.reason)
        waiters.push({ resolve, reject })
        requestStage()
      }),
    setRenderer: (gl) => {
      renderer = gl
      for (const { resolve } of waiters) resolve(gl)
      waiters = []
    },
    reportFailure: (reason) => {
      failing.abort(reason)
      for (const { reject } of waiters) reject(reason)
      waiters = []
    },
  }
}
