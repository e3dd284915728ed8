import type { AtelierOptions, RunningAtelier } from './start.tsx'

export type { AtelierOptions, RunningAtelier }

/**
 * Starts the app on another page of the same origin. Exported by `/atelier.js`. Resolves once the app is shown; rejects if the
 * app's code cannot be loaded.
 */
export async function startAtelier(options: AtelierOptions): Promise<RunningAtelier> {
  const { startAtelier: start } = await import('./start.tsx')
  return start(options)
}
