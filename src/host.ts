import type { AtelierOptions, RunningAtelier } from './start.tsx'

export type { AtelierOptions, RunningAtelier }

/** The order of the app's cascade layers: it must stand before all other styles of the app. */
const LAYERS = '/layers.css'

/**
 * Starts the app on another page of the same origin: what `/atelier.js` exports. See `AtelierOptions`; resolves once it is
 * shown, rejects where its code cannot be fetched.
 */
export async function startAtelier(options: AtelierOptions): Promise<RunningAtelier> {
  if (!document.querySelector(`link[href="${LAYERS}"]`)) await addStyles(LAYERS)
  const { startAtelier: start } = await import('./start.tsx')
  return start(options)
}

const addStyles = (href: string) =>
  new Promise<void>((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new Error(`${href} cannot be fetched.`)))
    document.head.prepend(link)
  })
