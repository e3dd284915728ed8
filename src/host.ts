import type { AtelierOptions, RunningAtelier } from './start.tsx'

export type { AtelierOptions, RunningAtelier }

/**
 * Starts the app on another page of the same origin: what `/atelier.js` exports. See `AtelierOptions`; resolves once it is
 * shown, rejects where its code cannot be fetched.
 */
export async function startAtelier(options: AtelierOptions): Promise<RunningAtelier> {
  const { startAtelier: start } = await import('./start.tsx')
  return start(options)
}
