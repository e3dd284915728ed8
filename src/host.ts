import type { AtelierOptions, RunningAtelier } from './start.tsx'

export type { AtelierOptions, RunningAtelier }

/**
 * Starts the app on another page of the same origin: the export of `/atelier.js`. See `AtelierOptions`. Resolves once it is
 * shown; rejects if its code cannot be loaded.
 */
export async function startAtelier(options: AtelierOptions): Promise<RunningAtelier> {
  const { startAtelier: start } = await import('./start.tsx')
  return start(options)
}
