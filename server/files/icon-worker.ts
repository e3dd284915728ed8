import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { renderIcon } from '../render/icon.ts'

/** Pixels a side of an icon the server renders. */
const ICON_SIZE = 512

/** What the renderer asks of the worker, and hears. */
export interface IconJob {
  id: number
  modelPath: string
}
export interface IconDone {
  id: number
  icon?: Uint8Array
  fault?: string
}

parentPort?.on('message', async ({ id, modelPath }: IconJob) => {
  const done: IconDone = await readFile(modelPath)
    .then((glb) => renderIcon(glb, { size: ICON_SIZE }))
    .then(
      (icon) => ({ id, icon }),
      (fault: Error) => ({ id, fault: fault.message }),
    )
  parentPort?.postMessage(done)
})
