import { createThread, type Thread } from '../thread.ts'

/** How long one icon may take, in milliseconds. */
const MOST_MS = 20_000
/** How much memory a model may take while it is drawn, in MB. */
const MOST_MB = 1024

/** Renders icons, one after another, in a thread of their own. */
export interface IconRenderer {
  /** A PNG of a model. Rejects where the model cannot be drawn, or not in time. */
  render(modelPath: string): Promise<Uint8Array>
  stop(): Promise<void>
}

/** Makes the renderer; its thread starts at the first icon. */
export function createIconRenderer(mostMs: number = MOST_MS): IconRenderer {
  const script = new URL('./icon-worker.ts', import.meta.url)
  const thread: Thread<string, Uint8Array> = createThread({ script, mostMs, mostMb: MOST_MB })
  return { render: (modelPath) => thread.run(modelPath), stop: () => thread.stop() }
}
