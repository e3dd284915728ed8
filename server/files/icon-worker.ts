import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { renderIcon } from '../render/icon.ts'
import type { ThreadAnswer, ThreadJob } from '../thread.ts'

/** Pixels a side of an icon the server renders. */
const ICON_SIZE = 512

parentPort?.on('message', async ({ id, job: modelPath }: ThreadJob<string>) => {
  const answer: ThreadAnswer<Uint8Array> = await readFile(modelPath)
    .then((glb) => renderIcon(glb, { size: ICON_SIZE }))
    .then(
      (result) => ({ id, result }),
      (fault: Error) => ({ id, fault: fault.message }),
    )
  parentPort?.postMessage(answer)
})
parentPort?.postMessage('ready')
